export const messages = {
  close: 'Fermer le message',
  retry: 'Veuillez réessayer.',
  bell: (count: number) => `Messages du jour (${count})`,
  requests: (count: string) => `Demandes à traiter (${count})`,
  title: 'Messages du jour',
  closeList: 'Fermer',
} as const;
