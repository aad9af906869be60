export const messages = {
  // On one line of a phone: its place is kept free before it comes.
  signIn: "Connexion par clé d'accès",
  notUsed: "Aucune clé d'accès n'a été utilisée. Réessayez, ou connectez-vous par votre mot de passe.",
} as const;
