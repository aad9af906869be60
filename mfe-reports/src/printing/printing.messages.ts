export const messages = {
  back: 'Retour au rapport',
  print: 'Imprimer',
  printedFor: (username: string) => `Établi pour ${username}.`,
};
