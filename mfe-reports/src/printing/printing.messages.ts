export const messages = {
  back: 'Retour au rapport',
  print: 'Imprimer',
};
