import { isRefusedStatement, queryKeepingConnection, type Queryable } from '../database/pool';
import type {
  AgentMovement,
  AgentResult,
  GameMovement,
  GameResult,
  NewRequest,
  NewRequestResult,
  PaymentResult,
  RegisterResult,
  RequestEnd,
  RequestEndResult,
  RequestPayment,
  Reversal,
  ReversalResult,
  RollbackMovement,
} from './movement';

/**
 * Applies up to 256 movements of agents in one statement and one commit; the results come in the same order.
 */
export async function applyAgentMovements(
  database: Queryable,
  movements: readonly AgentMovement[],
): Promise<AgentResult[]> {
  const [only] = movements;
  if (movements.length === 1 && only !== undefined && only.note === undefined) {
    try {
      return [await applyOneMovement(database, only)];
    } catch (error) {
      // Nothing was written. The batch function gives the reason of the refusal.
      if (!isRefusedStatement(error)) throw error;
    }
  }
  return applyAgentBatch(database, movements);
}

/**
 * Applies up to 256 movements of games in one statement and one commit; the results come in the same order.
 */
export const applyGameMovements = (
  database: Queryable,
  movements: readonly (GameMovement | RollbackMovement)[],
): Promise<GameResult[]> =>
  callLedger(database, 'post_game_batch', [JSON.stringify(movements.map(toGameRow))]);

/** The fields of a movement in the order of the arguments of post_agent_transfer and post_agent_batch. */
const ARGUMENTS = [
  ...(['kind', 'agentAccountId', 'agentUserId', 'receiverUsername', 'amount'] as const),
  ...(['key', 'fingerprint', 'sessionId'] as const),
];

const applyAgentBatch = (database: Queryable, movements: readonly AgentMovement[]): Promise<AgentResult[]> =>
  callLedger(database, 'post_agent_batch', [
    ...ARGUMENTS.map((name) => movements.map((movement) => movement[name])),
    movements.some(({ note }) => note !== undefined) ? movements.map(({ note }) => note) : null,
  ]);

const applyOneMovement = (database: Queryable, movement: AgentMovement): Promise<AgentResult> =>
  callLedger(
    database,
    'post_agent_transfer',
    ARGUMENTS.map((name) => movement[name]),
  );

/** Takes a deposit back in one statement and one commit. */
export const reverseDeposit = (
  database: Queryable,
  { agentAccountId, agentUserId, transferId, key, fingerprint, sessionId }: Reversal,
): Promise<ReversalResult> =>
  callLedger(database, 'reverse_deposit', [
    agentAccountId,
    agentUserId,
    transferId,
    key,
    fingerprint,
    sessionId,
  ]);

/** Pays a request by a movement, in one statement and one commit. */
export const payRequest = (database: Queryable, payment: RequestPayment): Promise<PaymentResult> =>
  callLedger(database, 'pay_balance_request', [
    ...ARGUMENTS.map((name) => payment[name]),
    payment.note,
    payment.requestId,
  ]);

/** Makes a request and, where it reserves its sum, takes it from the balance in the same commit. */
export const makeRequest = (
  database: Queryable,
  { userId, sessionId, kind, amount, note, reserves, lifetimeS }: NewRequest,
): Promise<NewRequestResult> =>
  callLedger(database, 'make_balance_request', [userId, sessionId, kind, amount, note, reserves, lifetimeS]);

/** Ends a request without paying it, and gives back in the same commit what it reserved. */
export const endRequest = (
  database: Queryable,
  { id, userId, sessionId, status, reason }: RequestEnd,
): Promise<RequestEndResult> =>
  callLedger(database, 'close_balance_request', [id, userId, sessionId, status, reason]);

interface Registration {
  readonly parentId: number;
  readonly username: string;
  readonly role: string;
  readonly openingMicros: bigint;
  readonly key: string | undefined;
}
/** Why a registration would be refused before it is tried. */
type RegistrationFault = 'name-taken' | 'funds' | 'proof' | 'no-factor';

/**
 * The reason for which a registration would be refused, read without locks. Null when there is none, and when
 * the key was used before: only `registerUser` returns the stored answer.
 */
export async function findRegistrationFault(
  database: Queryable,
  { parentId, username, openingMicros, key }: Registration,
  sessionId: string,
): Promise<RegistrationFault | null> {
  const { rows } = await database.query<{ reason: RegistrationFault | null }>({
    name: 'registration-fault',
    text: `select case when exists (select from users where username = $2) then 'name-taken'
                       when a.balance - $3 < a.least_balance then 'funds'
                       when $3 > a.proof_above then proof_fault($5, u.id) end as reason
             from users u join accounts a on a.id = u.account_id
            where u.id = $1
              and not exists (select from idempotency_keys where account_id = a.id and key = $4)`,
    values: [parentId, username, openingMicros, key ?? null, sessionId],
  });
  return rows[0]?.reason ?? null;
}

/** Creates the user and moves its opening balance from its parent, in one transaction. */
export const registerUser = (
  database: Queryable,
  {
    parentId,
    username,
    passwordHash,
    role,
    openingMicros,
    key,
    fingerprint,
    sessionId,
  }: Registration & {
    readonly passwordHash: string;
    readonly fingerprint?: string;
    readonly sessionId: string;
  },
): Promise<RegisterResult> =>
  callLedger(database, 'register_user', [
    parentId,
    username,
    passwordHash,
    role,
    openingMicros,
    key,
    fingerprint,
    sessionId,
  ]);

/**
 * Whether the call with this idempotency key was carried out. An unknown key is refused from now on, so that
 * the answer stays true when the lost call arrives later.
 */
export const resolveAttempt = async (database: Queryable, accountId: number, key: string): Promise<boolean> =>
  (await callLedger<{ ok: boolean }>(database, 'resolve_attempt', [accountId, key])).ok;

/** Calls a function of the ledger that returns JSON. */
async function callLedger<Answer>(
  database: Queryable,
  name: string,
  values: readonly unknown[],
): Promise<Answer> {
  const parameters = values.map((_value, index) => `$${index + 1}`).join();
  const { rows } = await queryKeepingConnection<{ answer: string }>(database, {
    name: name.replaceAll('_', '-'),
    text: `select ${name}(${parameters})::text as answer`,
    values: [...values],
  });
  return fromJson(rows[0]!.answer);
}

const BALANCES = ['initiatorBalance', 'targetBalance', 'balance', 'limit'];

// User balances stay below 2^53 by a CHECK, so the JSON numbers here are exact.
const fromJson = <Answer>(text: string): Answer =>
  JSON.parse(text, (name, value: number) => (BALANCES.includes(name) ? BigInt(value) : value)) as Answer;

/** A movement as type game_movement of the database names its fields; big integers as strings. */
const toGameRow = (movement: GameMovement | RollbackMovement): object => ({
  kind: movement.kind,
  provider_code: movement.providerCode,
  house_account_id: movement.houseAccountId,
  player_account_id: movement.playerAccountId,
  transaction_id: movement.transactionId,
  round_id: movement.roundId,
  game_code: movement.gameCode,
  fingerprint: movement.fingerprint,
  stake_transaction_id: movement.stakeTransactionId,
  other_transaction_id: movement.otherTransactionId,
  ...(movement.kind === 'GAME'
    ? {
        bet_micros: String(movement.bet),
        win_micros: String(movement.win),
        settles: movement.settles,
        free_win_micros: movement.freeWinLimit?.toString(),
        is_correction: movement.isCorrection === true ? true : undefined,
      }
    : {}),
});
