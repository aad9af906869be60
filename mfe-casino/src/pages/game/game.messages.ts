const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_H = 24;

const twoDigits = (count: number): string => String(count).padStart(2, '0');

export const messages = {
  back: 'Back',
  fullscreen: 'Fullscreen',
  exitFullscreen: 'Exit Fullscreen',
  reload: 'Reload',
  loading: (game: string) => `Loading ${game}...`,
  launchFailed: "Le jeu n'a pas pu être lancé. Veuillez réessayer.",
  addressRefused: "L'adresse de ce jeu a été refusée\u00a0: elle n'est pas sûre.",
  sitting: 'Votre séance',
  clock: 'Heure\u00a0:',
  result: 'Résultat',
  /** The local date-time of an answer, later by `sinceMs`, as hours and minutes. */
  timeOf(dateTime: string, sinceMs: number): string {
    const [hours = 0, minutes = 0, seconds = 0] = dateTime.slice(11, 19).split(':').map(Number);
    const total = (hours * HOUR_MIN + minutes) * MINUTE_MS + seconds * 1_000 + sinceMs;
    const inMinutes = Math.floor(total / MINUTE_MS);
    return `${twoDigits(Math.floor(inMinutes / HOUR_MIN) % DAY_H)}:${twoDigits(inMinutes % HOUR_MIN)}`;
  },
  duration(elapsedMs: number): string {
    const minutes = Math.floor(elapsedMs / MINUTE_MS);
    const hours = Math.floor(minutes / HOUR_MIN);
    const rest = minutes % HOUR_MIN;
    return `Séance ${hours === 0 ? `${rest}\u00a0min` : `${hours}\u00a0h\u00a0${twoDigits(rest)}`}`;
  },
  retry: 'Réessayer',
  backToGames: 'Retour aux jeux',
} as const;
