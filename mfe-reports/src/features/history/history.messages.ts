export const messages = {
  title: 'Historique',
  titleOf: (username: string) => `Historique : ${username}`,
  back: 'Back',
  filter: 'Filtrer par nom ou type',
  date: 'Date',
  name: 'Nom',
  type: 'Type',
  amount: 'Montant',
  empty: 'Aucune transaction trouvée',
  loading: 'Chargement...',
};
