const time = new Intl.DateTimeFormat('fr', { hour: '2-digit', minute: '2-digit' });
const HOUR_MIN = 60;

export const messages = {
  back: 'Back',
  fullscreen: 'Fullscreen',
  exitFullscreen: 'Exit Fullscreen',
  reload: 'Reload',
  loading: (game: string) => `Loading ${game}...`,
  launchFailed: "Le jeu n'a pas pu être lancé. Veuillez réessayer.",
  addressRefused: "L'adresse de ce jeu a été refusée\u00a0: elle n'est pas sûre.",
  sitting: 'Votre séance',
  clock: 'Heure :',
  result: 'Résultat',
  timeOf: (now: Date) => time.format(now),
  duration: (elapsedMs: number) => {
    const minutes = Math.floor(elapsedMs / 60_000);
    const hours = Math.floor(minutes / HOUR_MIN);
    const rest = String(minutes % HOUR_MIN).padStart(2, '0');
    return `Séance ${hours === 0 ? `${minutes}\u00a0min` : `${hours}\u00a0h\u00a0${rest}`}`;
  },
  retry: 'Réessayer',
  backToGames: 'Retour aux jeux',
} as const;
