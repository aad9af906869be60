export const messages = {
  heading: 'Me prévenir',
  about: 'Un message arrive derrière la cloche. Un champ vide ne prévient pas.',
  lowBalance: 'Quand mon solde passe sous (DT)',
  largeMovement: 'Quand un mouvement atteint (DT)',
  tellsParent: 'Prévenir aussi mon agent quand mon solde est bas',
  notWhole: 'Le montant doit être un nombre entier supérieur à zéro.',
  loading: 'Chargement...',
  failed: "Ces montants n'ont pas pu être lus.",
  submit: 'Valider les montants',
  success: 'Montants enregistrés.',
  failure: "Les montants n'ont pas pu être enregistrés. Veuillez réessayer.",
} as const;
