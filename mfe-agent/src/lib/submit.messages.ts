export const messages = {
  outcome: (subject: string, outcome: string) => `${subject}\u00a0: ${outcome}`,
  receipt: 'Reçu',
  unknown: 'résultat inconnu.',
};
