export const messages = {
  outcome: (subject: string, outcome: string) => `${subject}\u00a0: ${outcome}`,
  unknown: 'résultat inconnu.',
};
