export const messages = {
  show: 'Afficher',
};
