import { isOpen, type Round } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import { toDecimal } from '../money.js';

type Status = 'pending' | 'flying' | 'settled' | 'refused';

function statusOf(round: Round): Status {
  if (isFlying(round)) return 'flying';
  if (isOpen(round)) return 'pending';
  return round.debit === 'refused' ? 'refused' : 'settled';
}

/** What a page sees of any round. The win shows once it is paid. */
export function describeStatus(round: Round) {
  const status = statusOf(round);
  return {
    roundId: round.roundId,
    spinId: round.spinId,
    stake: toDecimal(round.stakeMillimes),
    status,
    /** False while the operator has not said whether the stake is taken. */
    isStakeTaken: round.debit === 'accepted',
    refusal: round.refusal ?? null,
    win: status === 'settled' ? toDecimal(round.winMillimes) : 0,
  };
}

/** What an answer about a round says by its HTTP status. */
export const httpStatusOf = (status: Status): number =>
  ({ pending: 202, flying: 200, settled: 200, refused: 402 })[status];
