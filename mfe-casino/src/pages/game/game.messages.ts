const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const HOURS_OF_DAY = 24;

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
    const total = (hours * MINUTES_OF_HOUR + minutes) * MINUTE_MS + seconds * 1_000 + sinceMs;
    const inMinutes = Math.floor(total / MINUTE_MS);
    const hour = Math.floor(inMinutes / MINUTES_OF_HOUR) % HOURS_OF_DAY;
    return `${twoDigits(hour)}:${twoDigits(inMinutes % MINUTES_OF_HOUR)}`;
  },
  duration(elapsedMs: number): string {
    const minutes = Math.floor(elapsedMs / MINUTE_MS);
    const hours = Math.floor(minutes / MINUTES_OF_HOUR);
    const rest = minutes % MINUTES_OF_HOUR;
    return `Séance ${hours === 0 ? `${rest}\u00a0min` : `${hours}\u00a0h\u00a0${twoDigits(rest)}`}`;
  },
  reminder: (hours: number) => `Vous jouez depuis ${hours}\u00a0h. Voulez-vous continuer\u00a0?`,
  reminderResult: 'Résultat de la séance\u00a0:',
  continuePlay: 'Continuer à jouer',
  stopPlay: 'Arrêter',
  protection: 'Jeu responsable',
  retry: 'Réessayer',
  backToGames: 'Retour aux jeux',
} as const;
