import { randomInt, randomUUID } from 'node:crypto';
import { commitmentTo, flightSecret } from '../crash/mathematics.js';
import { isOpen, type Flight, type Round, type Session } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { Profile } from '../vendor/profile.js';

export interface RoundRequest {
  spinId: string;
  stakeMillimes: number;
  /**
   * A crash game's bet: the commitment that the player was shown and the automatic cash-out in hundredths.
   */
  flight?: { commitment: string; autoCashOut?: number };
}

/**
 * A round that cannot be opened: another round of the session is open, or the bet names an outdated
 * commitment.
 */
export class RoundRefused extends Error {
  constructor(readonly code: 'ROUND_OPEN' | 'OTHER_COMMITMENT') {
    super(code);
  }
}

export interface OpenRoundContext {
  store: Store;
  profile: Profile;
  newRoundId: () => string;
}

const decideByChance = (): boolean => randomInt(2) === 1;

/** The session's next flight. A refused stake uses a number up too, so no secret is used twice. */
export function nextFlight(session: Session, last: Round | undefined): Flight {
  const number = (last?.flight?.number ?? -1) + 1;
  return { number, secret: flightSecret(session.fairnessKey ?? '', number) };
}

/** The flight that a crash game's bet is for; undefined for a slot. Throws `RoundRefused`. */
function requestedFlight(
  session: Session,
  last: Round | undefined,
  { flight }: RoundRequest,
): Flight | undefined {
  if (!flight) return undefined;
  const next = nextFlight(session, last);
  if (flight.commitment !== commitmentTo(next.secret)) throw new RoundRefused('OTHER_COMMITMENT');
  return { ...next, ...(flight.autoCashOut === undefined ? {} : { autoCashOut: flight.autoCashOut }) };
}

/** How the vendor reports this round: stake and win in one call, and a lost round's end as a credit. */
function drawReporting({ spin, lostRound }: Profile, isCrash: boolean) {
  // A flight ends long after its stake.
  const isOneCall = !isCrash && (spin === 'debit_credit' || (spin === 'either' && decideByChance()));
  const creditsLoss = lostRound === 'credit of 0' || (lostRound === 'either' && decideByChance());
  return { ...(isOneCall ? { isOneCall } : {}), ...(creditsLoss ? { creditsLoss } : {}) };
}

/** Adds a round whose stake is not asked for yet. Throws `RoundRefused`. */
export async function openRound(
  { store, profile, newRoundId }: OpenRoundContext,
  session: Session,
  request: RoundRequest,
): Promise<Round> {
  const last = await store.lastRound(session.sessionKey);
  if (last && isOpen(last)) throw new RoundRefused('ROUND_OPEN');
  const flight = requestedFlight(session, last, request);
  const round: Round = {
    roundId: newRoundId(),
    spinId: request.spinId,
    sessionKey: session.sessionKey,
    userCode: session.userCode,
    providerCode: session.providerCode,
    gameCode: session.gameCode,
    stakeMillimes: request.stakeMillimes,
    ...drawReporting(profile, flight !== undefined),
    debitTxnId: randomUUID(),
    creditTxnId: randomUUID(),
    createdAt: new Date().toISOString(),
    debit: 'unknown',
    winMillimes: 0,
    credit: 'none',
    ...(flight ? { flight } : {}),
    ...(last?.balance === undefined ? {} : { balanceBefore: last.balance }),
  };
  await store.addRound(round);
  return round;
}
