export const messages = {
  back: 'Retour au rapport',
  backToHistory: "Retour à l'historique",
  print: 'Imprimer',
  printedFor: (username: string) => `Établi pour ${username}.`,
  filtered: (filter: string) => `Filtre\u00a0: ${filter}`,
};
