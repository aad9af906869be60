import { formatAmount } from '@palier/shared/money';
import type { AttemptSummary } from './kept-attempts';

const KIND_WORDS = {
  DEPOSIT: (amount: string, username: string) => `Ajout de ${amount} DT à ${username}`,
  WITHDRAWAL: (amount: string, username: string) => `Retrait de ${amount} DT à ${username}`,
  USER_CREATION: (amount: string, username: string) => `Création de ${username} avec ${amount} DT`,
};

const OUTCOMES = {
  checking: 'vérification en cours',
  done: 'opération effectuée',
  'not-done': 'opération non effectuée',
  unknown: 'résultat inconnu',
};

export const messages = {
  title: 'Opérations interrompues',
  what: ({ kind, amount, username }: AttemptSummary) =>
    KIND_WORDS[kind](formatAmount(amount ?? NaN), username),
  outcome: OUTCOMES,
  /** What a notice says of an operation that was carried out. */
  done: `${OUTCOMES.done}.`,
  check: 'Vérifier',
  close: 'Fermer',
};
