export const messages = {
  back: 'Back',
  loading: 'Chargement...',
};
