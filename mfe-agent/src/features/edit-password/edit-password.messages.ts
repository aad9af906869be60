export const messages = {
  action: 'Modifier',
  heading: (username: string) => `Modifier : ${username}`,
  password: 'Mot de passe',
  hint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  failed: 'Password change failed. Please try again.',
  journal: 'Journal',
  loading: 'Chargement...',
  sending: 'Envoi…',
};
