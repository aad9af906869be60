export const messages = {
  notAboveZero: 'Le montant doit être supérieur à zéro.',
  aboveBalance: 'Le montant à retirer dépasse le solde disponible.',
  notWhole: 'Le montant doit être un nombre valide.',
  failed: 'Transaction failed. Please try again.',
  loading: 'Chargement...',
  amount: 'Montant',
  own: 'Votre solde',
  sending: 'Envoi…',
};
