import { formatAmount, fromMicros } from '@palier/shared/money';
import { invalidInput, refusalOf, type Refusal } from '../refusals/refusal';
import type { RefusalName } from '../refusals/refusal-texts';
import type { AgentRefusal } from './movement';

export const invalidIdempotencyKey = (): Refusal => invalidInput("L'en-tête Idempotency-Key est invalide.");

/** The refusals of a movement by the ledger's reason, beside lack of funds. */
export const MOVEMENT_REFUSALS = {
  session: 'unauthenticated',
  receiver: 'not-found/receiver',
  'key-reused': 'invalid-idempotency',
  abandoned: 'abandoned',
  frozen: 'account-frozen',
  limit: 'balance-limit',
  'movement-limit': 'movement-limit',
  'day-limit': 'day-limit',
  'least-balance': 'least-balance',
  'received-limit': 'received-limit',
  paused: 'player-paused',
  excluded: 'player-excluded',
  proof: 'proof-required',
  'no-factor': 'factor-missing',
} as const satisfies Record<Exclude<AgentRefusal, 'funds'>, RefusalName>;

const ABOUT_AMOUNT: ReadonlySet<AgentRefusal> = new Set([
  'funds',
  'limit',
  'movement-limit',
  'day-limit',
  'least-balance',
  'received-limit',
]);

/** Whether a refusal of a movement is about the amount of the request. */
export const isAboutAmount = (reason: AgentRefusal): boolean => ABOUT_AMOUNT.has(reason);

/** What a refusal of the ledger tells beside its reason. */
interface RefusedMovement<Reason> {
  readonly reason: Reason;
  readonly limit?: bigint;
}

/** The refusal of a movement for a reason other than lack of funds. */
export const movementRefused = ({
  reason,
  limit,
}: RefusedMovement<Exclude<AgentRefusal, 'funds'>>): Refusal =>
  refusalOf(
    MOVEMENT_REFUSALS[reason],
    limit === undefined ? {} : { amount: `${formatAmount(fromMicros(limit))}\u00a0DT` },
  );
