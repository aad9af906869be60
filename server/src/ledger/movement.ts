import type { RequestStatus } from '@palier/shared/contracts/balance-requests';

/**
 * The input of post_agent_batch and, for one movement without a note, post_agent_transfer
 * (server/database/02-agent-transfers.sql). Amounts in micro-dinars.
 */
export interface AgentMovement {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly agentAccountId: number;
  readonly agentUserId: number;
  /** Username of a direct child of the agent; any other is refused as 'receiver'. */
  readonly receiverUsername: string;
  readonly amount: bigint;
  readonly note?: string;
  /**
   * The agent's session: when it has ended, the movement is refused as 'session'. Absent when the session was
   * checked before.
   */
  readonly sessionId?: string;
  readonly key?: string;
  readonly fingerprint?: string;
}

/** The input of pay_balance_request: a movement that pays a request of its receiver (decision 0113). */
export interface RequestPayment extends AgentMovement {
  readonly requestId: number;
}
export type PaymentRefusal = AgentRefusal | 'request' | 'request-amount' | 'request-closed';
export type PaymentResult =
  | (Refused<PaymentRefusal> & { readonly status?: RequestStatus | null })
  | AgentApplied;

/** The input of make_balance_request. Amounts in micro-dinars. */
export interface NewRequest {
  readonly userId: number;
  readonly sessionId: string;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly amount: bigint;
  readonly note: string | undefined;
  /** The sum leaves the balance at once. */
  readonly reserves: boolean;
  readonly lifetimeS: number;
}
export type NewRequestResult =
  | Refused<'session' | 'no-parent' | 'kind' | 'open' | 'frozen' | 'funds' | 'limit'>
  | (Applied & { readonly id: number; readonly parentId: number });

/** The input of close_balance_request, which ends a request without a payment. A job ends expired ones. */
export interface RequestEnd {
  readonly id: number;
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly status: 'REFUSED' | 'WITHDRAWN' | 'EXPIRED';
  readonly reason: string | null;
}
export type RequestEndResult =
  | (Refused<'unknown' | 'session' | 'closed' | 'limit'> & { readonly status?: RequestStatus })
  | (Applied & { readonly userId: number; readonly parentId: number });

/** The fields of both kinds in the input of post_game_batch (type game_movement in server/database). */
interface ProviderMovement {
  readonly providerCode: string;
  readonly houseAccountId: number;
  readonly playerAccountId: number;
  /** The key of this movement, made of the provider's ids (decision 0068). */
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly fingerprint: string;
}

export interface GameMovement extends ProviderMovement {
  readonly kind: 'GAME';
  readonly bet: bigint;
  readonly win: bigint;
  /** True when the round is over, unless a further stake follows. */
  readonly settles: boolean;
  /**
   * Of a win: the key under which the round log or a person, who know one of its two ids, may have paid it.
   */
  readonly otherTransactionId?: string | undefined;
  /** Of a win: the stake that it names. A win of a refused stake is refused. */
  readonly stakeTransactionId?: string | undefined;
  /** The largest win that is paid without a stake in its round; absent: none. */
  readonly freeWinLimit?: bigint | undefined;
  /** Of a debit that takes a win back: it needs no open game and contributes nothing to the jackpots. */
  readonly isCorrection?: boolean;
}

/** Rolls a stake back; a stake that has not arrived yet is refused when it arrives. */
export interface RollbackMovement extends ProviderMovement {
  readonly kind: 'ROLLBACK';
  readonly stakeTransactionId: string;
  /** The key of a win with the id of the stake: a win is not rolled back. Absent when it is the same key. */
  readonly otherTransactionId?: string | undefined;
}

interface Refused<Reason> {
  readonly ok: false;
  readonly reason: Reason;
  /** True when the movement was refused before, under the same key or transaction id. */
  readonly replayed?: boolean;
  /** Of a refusal by a limit on money: the limit, or what is left of it, in micro-dinars. */
  readonly limit?: bigint;
}

interface Applied {
  readonly ok: true;
  readonly reason?: undefined;
  /**
   * True when the movement was applied before, under the same key or transaction id; the balances are those
   * of that time.
   */
  readonly replayed?: boolean;
}

export type AgentRefusal =
  | 'funds'
  | 'limit'
  | 'frozen'
  | 'receiver'
  | 'session'
  | 'key-reused'
  | 'abandoned'
  /** Above the sum of the agent's account, without a fresh proof; without a second factor. */
  | 'proof'
  | 'no-factor'
  /** Limits of the giver. */
  | 'movement-limit'
  | 'day-limit'
  | 'least-balance'
  /** The player's own limit, pause or exclusion. */
  | 'received-limit'
  | 'paused'
  | 'excluded';

/** An applied movement of an agent; balances in micro-dinars. */
interface AgentApplied extends Applied {
  readonly transferId: number;
  /** The user on the other side of the movement. */
  readonly targetUserId: number;
  readonly initiatorBalance: bigint;
  readonly targetBalance: bigint;
}
export type AgentResult = Refused<AgentRefusal> | AgentApplied;

/** The input of reverse_deposit: one's own deposit, by its number. */
export interface Reversal {
  readonly agentAccountId: number;
  readonly agentUserId: number;
  readonly transferId: number;
  readonly sessionId: string;
  readonly key?: string;
  readonly fingerprint?: string;
}
export type ReversalRefusal = AgentRefusal | 'unknown' | 'kind' | 'reversed' | 'late';
export type ReversalResult = Refused<ReversalRefusal> | AgentApplied;

export type GameRefusal =
  | 'funds'
  | 'limit'
  | 'player'
  /** The id was used for another movement. */
  | 'duplicate'
  /** Of a rollback: not a stake of the round, or its win was paid. */
  | 'round'
  /** Of a win: no stake stands in its round. */
  | 'no-stake'
  /** Of a win: it names a stake that was refused. */
  | 'refused-stake'
  | 'rolled-back'
  /** Of a stake: the player's own pause, exclusion or limit. */
  | 'paused'
  | 'excluded'
  | 'stake-limit'
  | 'loss-limit';

/** What people must examine about a movement, accepted or refused; stored in the same commit. */
export type MovementFinding = 'reused-id' | 'refused-win' | 'free-win' | 'win-after-refused-stake';

/** The outcome of a game's movement, with the player's balance in micro-dinars, which refusals may lack. */
export type GameResult =
  | (Refused<GameRefusal> & { readonly balance?: bigint; readonly finding?: MovementFinding })
  | (Applied & {
      readonly balance: bigint;
      readonly finding?: MovementFinding;
      /** Ids of the jackpot wins that the movement triggered. */
      readonly wins?: readonly number[];
    });

/** The outcome of a registration; the parent's balance in micro-dinars. */
export type RegisterResult =
  | Refused<AgentRefusal | 'name-taken'>
  | (Applied & { readonly userId: number; readonly initiatorBalance: bigint });
