export const messages = {
  account: 'Compte',
  back: 'Back',
  loading: 'Chargement...',
  passwordHint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
};
