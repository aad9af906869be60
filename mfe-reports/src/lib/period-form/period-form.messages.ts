export const messages = {
  from: 'De',
  to: 'À',
  presets: 'Période',
  show: 'Afficher',
};
