import type { Round, RoundStep } from '@palier/shared/contracts/rounds';
import { formatDateTime } from '@palier/shared/dates';
import { formatExact } from '@palier/shared/french-numbers';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['BET', 'Mise'],
  ['WIN', 'Gain'],
  ['ROLLBACK', 'Mise rendue'],
  ['NONE', 'Sans mouvement'],
]);
const TIERS: ReadonlyMap<string | null, string> = new Map([
  ['bronze', 'Jackpot bronze'],
  ['silver', 'Jackpot argent'],
  ['gold', 'Jackpot or'],
]);

export const messages = {
  title: (number: string) => `Partie n°\u00a0${number}`,
  failed: "La partie n'a pas pu être lue. Veuillez réessayer.",
  // Vendors do not say that a round was lost: until their log ends it, it may also be under way.
  states: { OPEN: 'Sans gain reçu', SETTLED: 'Terminée', ROLLED_BACK: 'Annulée' },
  statement: 'Compte de la partie',
  before: 'Solde avant',
  stake: 'Mises',
  returned: 'Mises rendues',
  wins: 'Gains',
  prizes: 'Jackpot',
  net: 'Résultat du joueur',
  after: 'Solde après',
  others: "Le solde a aussi changé par d'autres mouvements entre le début et la fin de la partie.",
  contributions: (amount: number) =>
    `Le fournisseur a versé ${formatExact(amount)}\u00a0TND aux jackpots sur ces mises, ` +
    'sans frais pour le joueur.',
  incomplete: "La partie a d'autres mouvements, plus anciens\u00a0: ils ne sont ni affichés ni comptés ici.",
  facts: ({
    player,
    providerCode,
    roundId,
    steps,
  }: Round): readonly (readonly [term: string, value: string])[] => [
    ['Joueur', player.username],
    ['Fournisseur', providerCode],
    ['Partie chez le fournisseur', roundId],
    ['Début', formatDateTime(steps[0]?.date ?? '')],
    ['Dernier mouvement', formatDateTime(steps.at(-1)?.date ?? '')],
  ],
  /** With every decimal, at least two. */
  amount: (value: number) => formatExact(value),
  steps: 'Mouvements',
  date: 'Date',
  step: 'Mouvement',
  moved: 'Montant',
  balance: 'Solde après',
  none: '—',
  kind: ({ kind, number, tier }: RoundStep) =>
    kind === 'BET' && number === null ? 'Mise gratuite' : (TIERS.get(tier) ?? KINDS.get(kind) ?? kind),
  detail: ({ number, transactionId, isByOperator }: RoundStep) =>
    [
      ...(number === null ? [] : [`n°\u00a0${number}`]),
      `transaction du fournisseur ${transactionId}`,
      ...(isByOperator ? ["réglée par l'opérateur"] : []),
    ].join(' · '),
};
