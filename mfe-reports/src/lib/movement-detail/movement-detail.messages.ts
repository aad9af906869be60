export const messages = {
  number: (id: number) => `n°\u00a0${id}`,
  round: 'Voir la partie',
  ownBalance: 'votre solde',
  subAccountBalance: 'son solde',
  columns: ['Numéro', 'Solde après'],
};
