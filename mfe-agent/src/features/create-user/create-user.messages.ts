export const messages = {
  title: 'Créer un utilisateur',
  name: 'Nom',
  password: 'Mot de passe',
  amount: 'Montant',
  own: 'Votre solde',
  submit: 'Submit',
  sending: 'Envoi…',
  notPermitted: 'You do not have permission to create a user.',
  invalidAmount: 'Le montant doit être un nombre valide.',
  failed: 'Transaction failed. Please try again.',
  recapTitle: "Afficher l'utilisateur",
  print: 'Imprimer',
};
