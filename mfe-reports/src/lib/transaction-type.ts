/**
 * The first three are those of section 3 of docs/spec-coverage.md; agents make reversals, operators the
 * others with correct, mint and repay.
 */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['WITHDRAWAL', 'Retirer'],
  ['DEPOSIT', 'Ajouter'],
  ['USER_CREATION', 'Création de compte'],
  ['REVERSAL', 'Annulation'],
  ['DEPOSIT_CORRECTION', "Correction d'un ajout"],
  ['WITHDRAWAL_CORRECTION', "Correction d'un retrait"],
  ['ISSUE', 'Émission'],
  ['REPAYMENT', 'Remboursement'],
]);

/** The types of movement that a round of a game makes: all that a player initiates. */
export const ROUND_KINDS: readonly string[] = ['BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN'];

/** Section 3 of docs/spec-coverage.md: a type without a label shows as is. */
export const typeLabel = (type: string): string => LABELS.get(type) ?? type;

/**
 * Section 3 of docs/spec-coverage.md: on the transactions screen, any other type shows with spaces in place
 * of underscores.
 */
export const spacedTypeLabel = (type: string): string => LABELS.get(type) ?? type.replaceAll('_', ' ');
