import { isAboutAmount, movementRefused } from '../ledger/errors';
import type { RegisterResult } from '../ledger/movement';
import { Refusal, refusalOf } from '../refusals/refusal';

export const usernameTaken = (): Refusal =>
  new Refusal('conflict', "Ce nom d'utilisateur est déjà utilisé.").about('username');
export const openingBalanceTooHigh = (): Refusal => refusalOf('insufficient-funds/creation').about('balance');

/** The refusal of a registration for the ledger's result. */
export function registrationRefused({
  reason,
  limit,
}: Pick<Extract<RegisterResult, { ok: false }>, 'reason' | 'limit'>): Refusal {
  if (reason === 'name-taken') return usernameTaken();
  if (reason === 'funds') return openingBalanceTooHigh();
  const refusal = movementRefused({ reason, ...(limit === undefined ? {} : { limit }) });
  return isAboutAmount(reason) ? refusal.about('balance') : refusal;
}
