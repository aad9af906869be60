export const messages = {
  title: 'Transactions',
  initiator: 'Initiateur',
  amount: 'Montant',
  type: 'Type',
  date: 'Date',
  empty: 'Aucune transaction trouvée',
  loading: 'Chargement...',
  fileName: (today: string) => `transactions-${today}.csv`,
  failed: 'Failed to fetch transaction history',
};
