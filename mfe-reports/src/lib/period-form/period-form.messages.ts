export const messages = {
  from: 'De',
  to: 'À',
  presets: 'Période',
  show: 'Afficher',
  noDate: 'Choisissez une date.',
  reversed: 'La date de fin est avant la date de début.',
};
