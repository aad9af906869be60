import { formatAmount } from '@palier/shared/money';
import type { AttemptSummary } from './attempt-storage';

const DESCRIPTIONS = {
  DEPOSIT: (amount: string, username: string) => `Ajout de ${amount}\u00a0DT à ${username}`,
  WITHDRAWAL: (amount: string, username: string) => `Retrait de ${amount}\u00a0DT à ${username}`,
  USER_CREATION: (amount: string, username: string) => `Création de ${username} avec ${amount}\u00a0DT`,
};

const OUTCOMES = {
  checking: 'vérification en cours',
  done: 'mouvement effectué',
  'not-done': 'mouvement non effectué',
  unknown: 'résultat inconnu',
  unresolvable: 'résultat inconnu',
};

export const messages = {
  title: 'Mouvements interrompus',
  describe: ({ kind, amount, username }: AttemptSummary) =>
    DESCRIPTIONS[kind](formatAmount(amount ?? NaN), username),
  outcome: OUTCOMES,
  done: `${OUTCOMES.done}.`,
  check: 'Vérifier',
  history: 'Historique',
  close: 'Fermer',
  closeQuestion:
    "Avez-vous regardé dans l'historique\u00a0? Si vous fermez ici, " +
    'le même mouvement envoyé de nouveau pourrait compter deux fois.',
};
