export const messages = {
  title: 'Transactions',
  received: 'Ajouts et retraits',
  back: "Retour à l'historique",
  initiator: 'Initiateur',
  amount: 'Montant',
  type: 'Type',
  date: 'Date',
  empty: 'Aucune transaction trouvée',
  loading: 'Chargement...',
  shown: (rowCount: number) => `${rowCount} ${rowCount > 1 ? 'lignes' : 'ligne'}`,
  fileName: (today: string) => `transactions-${today}`,
  failed: 'Failed to fetch transaction history',
};
