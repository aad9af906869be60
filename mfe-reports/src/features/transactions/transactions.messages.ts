export const messages = {
  title: 'Transactions',
  initiator: 'Initiateur',
  amount: 'Montant',
  type: 'Type',
  date: 'Date',
  empty: 'Aucune transaction trouvée',
  loading: 'Chargement...',
  failed: 'Failed to fetch transaction history',
};
