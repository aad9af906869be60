export const messages = {
  title: "Confirmez que c'est vous",
  code: "Code de l'application, ou code de secours",
  password: 'Mot de passe',
  why: 'Cette confirmation vaut cinq minutes.',
  submit: 'Confirmer',
  cancel: 'Annuler',
  failed: "La confirmation n'a pas abouti. Veuillez réessayer.",
} as const;
