export const remotesMessages = {
  loading: 'Chargement...',
  unavailable: 'Ce module est indisponible pour le moment.',
  retry: 'Réessayer',
} as const;
