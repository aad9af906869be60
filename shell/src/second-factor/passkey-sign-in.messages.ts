export const messages = {
  signIn: "Se connecter avec une clé d'accès",
  notUsed: "Aucune clé d'accès n'a été utilisée. Réessayez, ou connectez-vous par votre mot de passe.",
} as const;
