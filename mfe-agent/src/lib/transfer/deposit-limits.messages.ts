import type { DepositLimits } from '@palier/shared/contracts/limits';
import { formatMoment } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';

const dinars = (amount: number): string => `${formatAmount(amount)}\u00a0DT`;

export const messages = {
  title: 'Limites de cet ajout',
  limits: ({ perMovement, leftToday, leastBalance, leftToReceive }: DepositLimits): string[] => [
    ...(perMovement === undefined ? [] : [`${dinars(perMovement)} au plus par ajout.`]),
    ...(leftToday === undefined ? [] : [`Encore ${dinars(leftToday)} à ajouter aujourd'hui.`]),
    ...(leastBalance === undefined ? [] : [`Votre solde reste à ${dinars(leastBalance)} au moins.`]),
    ...(leftToReceive === undefined
      ? []
      : [`Ce joueur s'est limité\u00a0: il peut encore recevoir ${dinars(leftToReceive)}.`]),
  ],
  stopped: (kind: 'paused' | 'excluded', until: string): string =>
    (kind === 'excluded' ? "Ce joueur s'est exclu du jeu" : 'Ce joueur est en pause') +
    ` jusqu'au ${formatMoment(until)}\u00a0: il ne reçoit rien. Vous pouvez lui retirer son solde.`,
};
