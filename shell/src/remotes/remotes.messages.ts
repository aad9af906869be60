export const messages = {
  loading: 'Chargement...',
  unavailable: 'Ce module est indisponible pour le moment.',
  retry: 'Réessayer',
} as const;
