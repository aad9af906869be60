export const messages = {
  number: (id: number) => `n°\u00a0${id}`,
  round: 'Voir la partie',
  ownBalance: 'votre solde',
  subAccountBalance: 'son solde',
  reversedBy: (id: number) => `annulé par le n°\u00a0${id}`,
  reverses: (id: number) => `annule le n°\u00a0${id}`,
  note: (text: string) => `«\u00a0${text}\u00a0»`,
  receipt: 'Reçu',
  receiptOf: (id: number) => `Reçu n°\u00a0${id}`,
};
