export const messages = {
  title: 'Historique',
  titleOf: (username: string) => `Historique\u00a0: ${username}`,
  back: 'Back',
  received: 'Ajouts et retraits',
  filter: 'Filtrer par nom ou type',
  filterHint: "Le filtre porte sur la page affichée, l'export sur toutes.",
  date: 'Date',
  name: 'Nom',
  type: 'Type',
  amount: 'Montant',
  findRound: (number: string) => `Rechercher la partie n°\u00a0${number}`,
  empty: 'Aucune transaction trouvée',
  loading: 'Chargement...',
  unread: "L'historique n'a pas pu être lu. Veuillez réessayer.",
  shown: (rowCount: number) => `${rowCount} ${rowCount > 1 ? 'lignes' : 'ligne'}`,
  fileName: (today: string, target: string | undefined) =>
    `${['historique', target, today].filter((part) => part !== undefined).join('-')}`,
};
