export const messages = {
  account: 'Compte',
  back: 'Back',
  loading: 'Chargement...',
};
