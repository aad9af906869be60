export const messages = {
  told: (what: string, outcome: string) => `${what}\u00a0: ${outcome}`,
  unknown: 'résultat inconnu.',
};
