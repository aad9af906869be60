export const messages = {
  notAboveZero: 'Le montant doit être supérieur à zéro.',
  aboveBalance: 'Le montant à retirer dépasse le solde disponible.',
  notWhole: 'Le montant doit être un nombre valide.',
  aboveOwnBalance: 'Le montant à ajouter dépasse votre solde disponible.',
  failed: 'Transaction failed. Please try again.',
  amount: 'Montant',
  becomes: 'devient',
  own: 'Votre solde',
  sending: 'Envoi...',
  addNote: 'Ajouter une note',
  note: 'Note (facultatif)',
  similar: (names: readonly string[]) =>
    (names.length > 1 ? 'Autres comptes au nom proche' : 'Autre compte au nom proche') +
    `\u00a0: ${names.join(', ')}.`,
  receipt: 'Reçu',
  request: (id: number, what: string) => `Demande n°\u00a0${id}\u00a0: ${what}`,
  reserved: 'réservé, en plus du solde',
  requestUnread: "La demande n'a pas pu être lue.",
  quickAmounts: 'Sommes rapides',
  unusual: (usual: string, username: string) =>
    `Montant inhabituel\u00a0: d'habitude environ ${usual}\u00a0DT pour ${username}. Vérifiez-le, ` +
    'puis envoyez de nouveau.',
};
