export const messages = {
  loading: 'Chargement...',
  unavailable: 'Ce module est indisponible pour le moment.',
  retry: 'Réessayer',
  refused: (title: string) => `Votre rôle n'ouvre pas l'écran «\u00a0${title}\u00a0».`,
} as const;
