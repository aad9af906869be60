export const latePartMessages = {
  loading: 'Chargement...',
  unavailable: 'Cette partie est indisponible pour le moment.',
} as const;
