import { isOpen, type Round } from '../store/records.js';
import { isFlying } from '../crash/flight.js';
import { toDecimal } from '../money.js';

type Status = 'pending' | 'flying' | 'settled' | 'refused';

function statusOf(round: Round): Status {
  if (isFlying(round)) return 'flying';
  if (isOpen(round)) return 'pending';
  return round.debit === 'refused' ? 'refused' : 'settled';
}

/** The fields that both games' pages receive. The win is hidden until it is paid. */
export function describeStatus(round: Round) {
  const status = statusOf(round);
  return {
    roundId: round.roundId,
    spinId: round.spinId,
    stake: toDecimal(round.stakeMillimes),
    status,
    isStakeTaken: round.debit === 'accepted',
    refusal: round.refusal ?? null,
    win: status === 'settled' ? toDecimal(round.winMillimes) : 0,
  };
}

export const httpStatusOf = (status: Status): number =>
  ({ pending: 202, flying: 200, settled: 200, refused: 402 })[status];
