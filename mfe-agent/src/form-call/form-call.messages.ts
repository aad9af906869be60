export const messages = {
  told: (what: string, outcome: string) => `${what} : ${outcome}`,
  unknown: 'résultat inconnu.',
};
