export const messages = {
  back: 'Back',
  fullscreen: 'Fullscreen',
  exitFullscreen: 'Exit Fullscreen',
  reload: 'Reload',
  loading: (game: string) => `Loading ${game}...`,
  launchFailed: "Le jeu n'a pas pu être lancé. Veuillez réessayer.",
  addressRefused: "L'adresse de ce jeu a été refusée\u00a0: elle n'est pas sûre.",
  retry: 'Réessayer',
  backToGames: 'Retour aux jeux',
} as const;
