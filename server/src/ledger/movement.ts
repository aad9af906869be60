/** The input of post_agent_batch and, for one movement, post_agent_transfer (server/database/02-agent-transfers.sql). Amounts in micro-dinars. */
export interface AgentMovement {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly agentAccountId: number;
  readonly agentUserId: number;
  /** Username of a direct child of the agent; any other is refused as 'receiver'. */
  readonly receiverUsername: string;
  readonly amount: bigint;
  /** The agent's session: when it has ended, the movement is refused as 'session'. Absent when the session was checked before. */
  readonly sessionId?: string;
  readonly key?: string;
  readonly fingerprint?: string;
}

/** The fields of both kinds in the input of post_game_batch (type game_movement in server/database). */
interface ProviderMovement {
  readonly providerCode: string;
  readonly houseAccountId: number;
  readonly playerAccountId: number;
  /** The provider's id of this movement. */
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly fingerprint: string;
}

export interface GameMovement extends ProviderMovement {
  readonly kind: 'GAME';
  readonly bet: bigint;
  readonly win: bigint;
  /** True when the round accepts no further stake. */
  readonly settles: boolean;
}

/** Rolls a stake back; a stake that has not arrived yet is refused when it arrives. */
export interface RollbackMovement extends ProviderMovement {
  readonly kind: 'ROLLBACK';
  readonly stakeTransactionId: string;
}

interface Refused<Reason> {
  readonly ok: false;
  readonly reason: Reason;
  /** True when the movement was refused before, under the same key or transaction id. */
  readonly replayed?: boolean;
}

interface Applied {
  readonly ok: true;
  readonly reason?: undefined;
  /** True when the movement was applied before, under the same key or transaction id; the balances are those of that time. */
  readonly replayed?: boolean;
}

export type AgentRefusal = 'funds' | 'limit' | 'frozen' | 'receiver' | 'session' | 'key-reused' | 'abandoned';

/** The outcome of an agent's movement; balances in micro-dinars. */
export type AgentResult =
  | Refused<AgentRefusal>
  | (Applied & {
      readonly transferId: number;
      /** The user on the other side of the movement. */
      readonly targetUserId: number;
      readonly initiatorBalance: bigint;
      readonly targetBalance: bigint;
    });

export type GameRefusal = 'funds' | 'limit' | 'player' | 'duplicate' | 'round' | 'rolled-back';

/** The outcome of a game's movement, with the player's balance in micro-dinars, which refusals may lack. */
export type GameResult =
  | (Refused<GameRefusal> & { readonly balance?: bigint })
  | (Applied & {
      readonly balance: bigint;
      /** Ids of the jackpot wins that the movement triggered. */
      readonly wins?: readonly number[];
    });

/** The outcome of a registration; the parent's balance in micro-dinars. */
export type RegisterResult =
  | Refused<AgentRefusal | 'name-taken'>
  | (Applied & { readonly userId: number; readonly initiatorBalance: bigint });
