/** What ledger_apply_agents and, alone, ledger_apply_one take (server/database/02-agent-transfers.sql). Amounts in micro-dinars. */
export interface AgentMovement {
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  /** The agent's account, and its user id: the parent of the receiver. */
  readonly initiator: number;
  readonly parent: number;
  /** Username of a direct child; any other is refused as 'receiver'. */
  readonly receiver: string;
  readonly amount: bigint;
  /** The initiator's session: when it has ended, the movement is refused as 'session'. Absent, it was checked before. */
  readonly session?: string;
  readonly key?: string;
  readonly fingerprint?: string;
}

/** What ledger_apply takes, as the two kinds below (server/database/05-games.sql). */
export interface GameMovement {
  readonly kind: 'GAME';
  readonly provider: string;
  readonly house: number;
  readonly user: number;
  readonly txn: string;
  readonly round: string;
  readonly game: string;
  readonly bet: bigint;
  readonly win: bigint;
  /** True when no further stake may follow in this round. */
  readonly settles: boolean;
  readonly fingerprint: string;
}

/** Takes a stake back; if it has not come yet, it will be refused when it does. */
export interface RollbackMovement {
  readonly kind: 'ROLLBACK';
  readonly provider: string;
  readonly house: number;
  readonly user: number;
  /** The rollback's own transaction id. */
  readonly txn: string;
  readonly round: string;
  readonly game: string;
  /** The transaction id of the stake. */
  readonly cancels: string;
  readonly fingerprint: string;
}

interface Refused<Reason> {
  readonly ok: false;
  readonly reason: Reason;
  /** It was refused before, under the same key or transaction id. */
  readonly replayed?: boolean;
}

interface Applied {
  readonly ok: true;
  readonly reason?: undefined;
  /** It was applied before, under the same key or transaction id; balances are those of then. */
  readonly replayed?: boolean;
}

export type AgentRefusal = 'funds' | 'limit' | 'receiver' | 'session' | 'key-reused' | 'abandoned';

/** An agent's movement's own outcome. Balances in micro-dinars, as the ledger returned them. */
export type AgentResult =
  | Refused<AgentRefusal>
  | (Applied & {
      readonly transferId: number;
      /** The user who received or gave. */
      readonly targetUserId: number;
      readonly initiatorBalance: bigint;
      readonly targetBalance: bigint;
    });

export type GameRefusal = 'funds' | 'limit' | 'player' | 'duplicate' | 'round' | 'rolled-back';

/** A game's movement's own outcome, and the player's balance in micro-dinars; a refusal need not have one. */
export type GameResult =
  | (Refused<GameRefusal> & { readonly balance?: bigint })
  | (Applied & {
      readonly balance: bigint;
      /** Ids of the jackpot wins this movement set off. */
      readonly wins?: readonly number[];
    });

/** What became of a registration; the parent's balance in micro-dinars. */
export type RegisterResult =
  | Refused<AgentRefusal | 'name-taken'>
  | (Applied & { readonly userId: number; readonly initiatorBalance: bigint });
