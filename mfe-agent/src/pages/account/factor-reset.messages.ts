export const messages = {
  open: 'Double authentification',
  loading: 'Chargement...',
  notRead: "La double authentification de ce compte n'a pas pu être lue.",
  none: "Ce compte n'a pas de double authentification.",
  about: (wait: string) =>
    `Si son téléphone ou sa clé est perdu, vous pouvez la retirer ${wait}. ` +
    'Le titulaire est averti et peut refuser. Ensuite le mot de passe suffit, et ses sessions se terminent.',
  atOnce: 'tout de suite',
  after: (hours: string) => `après un délai de ${hours}`,
  identified: 'Comment avez-vous identifié la personne\u00a0?',
  hint: 'Le journal du compte garde cette phrase.',
  ways: ["Pièce d'identité vue", 'Reconnue en personne', 'Rappelée à son numéro connu'],
  ask: 'Retirer la double authentification',
  missing: 'Dites comment vous avez identifié la personne.',
  waiting: (by: string, due: string) => `${by} a demandé le retrait\u00a0: il aura lieu le ${due}.`,
  withdraw: 'Annuler le retrait',
  failed: "L'action n'a pas abouti. Veuillez réessayer.",
} as const;

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** A waiting time in words. */
export function waitInWords(seconds: number): string {
  if (seconds === 0) return messages.atOnce;
  if (seconds < HOUR_S) return messages.after(`${Math.ceil(seconds / MINUTE_S)}\u00a0min`);
  return messages.after(`${Math.round(seconds / HOUR_S)}\u00a0h`);
}
