export const messages = {
  password: 'Mot de passe',
  hint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  hidden: 'Saisie masquée.',
};
