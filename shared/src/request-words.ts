/** Not a singleton: words about requests to the parent, for the host and the page of own requests. */
import { formatAmount } from '@palier/shared/money';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** « à l'instant », « il y a 3 min », « il y a 2 h » or « il y a 4 j ». */
export function formatAge(ageS: number): string {
  if (ageS < MINUTE_S) return "à l'instant";
  if (ageS < HOUR_S) return `il y a ${Math.floor(ageS / MINUTE_S)}\u00a0min`;
  if (ageS < DAY_S) return `il y a ${Math.floor(ageS / HOUR_S)}\u00a0h`;
  return `il y a ${Math.floor(ageS / DAY_S)}\u00a0j`;
}

interface RequestedMovement {
  readonly type: 'DEPOSIT' | 'WITHDRAWAL';
  readonly amount: number;
}

/** « ajout de 40,00 TND ». */
export const requestedText = ({ type, amount }: RequestedMovement): string =>
  `${type === 'DEPOSIT' ? 'ajout' : 'retrait'} de ${formatAmount(amount)}\u00a0TND`;

/** The form that pays a request, filled. */
export const paymentAddress = (request: RequestedMovement & { id: number; userId: number }): string =>
  `/${request.type === 'DEPOSIT' ? 'refund' : 'withdraw'}/${request.userId}` +
  `?amount=${request.amount}&request=${request.id}`;
