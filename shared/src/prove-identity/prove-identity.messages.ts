export const messages = {
  title: "Confirmez que c'est vous",
  code: "Code de l'application, ou code de secours",
  password: 'Mot de passe',
  passkey: "Utiliser une clé d'accès",
  passkeyNotUsed: "Aucune clé d'accès n'a été utilisée. Réessayez, ou saisissez un code.",
  why: 'Cette confirmation vaut cinq minutes.',
  submit: 'Confirmer',
  cancel: 'Annuler',
  failed: "La confirmation n'a pas abouti. Veuillez réessayer.",
} as const;
