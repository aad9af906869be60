export const messages = {
  loading: 'Chargement...',
  unavailable: 'Cette partie est indisponible pour le moment.',
} as const;
