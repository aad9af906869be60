/** A kind of game, as far as vendors speak of it differently. */
export type GameForm = 'slot' | 'crash' | 'live';
export const GAME_FORMS: readonly GameForm[] = ['slot', 'crash', 'live'];

/**
 * Fields of callbacks that only some vendors send. They are information, never needed to apply a movement.
 */
export type Extra =
  /** `agent_balance`, `user_balance`. */
  | 'balances'
  /** `user_total_credit`, `user_total_debit`. */
  | 'totals'
  /** `user_before_balance`, `user_after_balance` and the agent's, `created_at`. */
  | 'before and after'
  /** `user_token`: the session of the launch. */
  | 'user_token'
  /** `info`: the result of a live game as JSON. */
  | 'info';

/**
 * How a vendor of the gold_api family speaks and behaves. Everything that its documents leave open is a
 * choice of the profile.
 */
export interface Profile {
  readonly name: string;
  /** Whose documents or samples the profile follows. */
  readonly vendor: string;

  /**
   * i: one address and an object of the game; ii: an address for each method; iii: flat fields, HTTP
   * statuses.
   */
  readonly dialect: 'i' | 'ii' | 'iii';
  /** Appended to the operator's address. */
  readonly paths: { readonly balance: string; readonly transaction: string };
  /** The vendor appends its path to an address that ends with a slash: `//gold_api`. */
  readonly hasDoubleSlash: boolean;
  readonly secretIn: 'body' | 'header';
  readonly extras: readonly Extra[];
  /**
   * The object of the game has all fields, only the amounts and ids, or none because they stand beside it.
   */
  readonly fields: 'in the object' | 'beside the object';
  /** `game_type` of each kind of game; null: the vendor has no such games. */
  readonly gameTypes: Readonly<Record<GameForm, string | null>>;

  readonly roundIds: 'text' | 'number' | 'null' | 'absent';
  /**
   * `unique`: each transaction has its own `txn_id`; `round`: it is the round's id, and `txn_id_v2` is
   * unique; `bet`: a bet and its win share it.
   */
  readonly transactionIds: 'unique' | 'round' | 'bet';

  readonly amountNames: 'bet_money' | 'bet';
  readonly amountForm: 'number' | 'text' | 'number with rounding noise';
  readonly unit: 'decimal' | 'cents';
  /** Decimals of a dinar in amounts. */
  readonly decimals: 2 | 3;
  /** The figure that `txn_type` does not count. */
  readonly uncountedFigure: 'zero' | 'any' | 'absent';

  readonly spin: 'debit, then credit' | 'debit_credit' | 'either';
  readonly lostRound: 'nothing' | 'credit of 0' | 'either';
  readonly freeSpins: 'in their round' | 'in rounds of their own' | 'none';
  /** A win can be staked again in its round, after the round was settled. */
  readonly hasGamble: boolean;
  /** A player can place two bets in one round of a crash game. */
  readonly hasTwoBets: boolean;
  /** A live casino is opened by an empty `game_code`; callbacks name the table. */
  readonly hasLobby: boolean;

  /** How long the vendor waits for an answer. */
  readonly answerWaitMs: number;
  /**
   * How often a transaction is sent until the vendor stops asking for its outcome; null: until it is
   * answered.
   */
  readonly tries: number | null;
  /**
   * The state of a bet that got no outcome: `void`, or `unconfirmed`, and then the vendor asks again later. A
   * refused bet is void.
   */
  readonly unknownBet: 'void' | 'unconfirmed';
  /** HTTP 200 with `INTERNAL_ERROR` is a refusal (NX), or an unknown outcome. */
  readonly internalError: 'refusal' | 'unknown';
  /** `DUPLICATED_REQUEST` means that the transaction is done. */
  readonly isDuplicateDone: boolean;

  readonly lists: {
    /**
     * The least time between two lists; a list that is asked for sooner gets `Rate Limit Error`. 0: no limit.
     */
    readonly paceMs: number;
    readonly codeName: 'game_code' | 'code' | 'slug';
    readonly pictureName: 'banner' | 'image' | null;
    readonly hasStatus: boolean;
  };
  /**
   * `user_create` must come before the first launch; or it is refused and the launch creates the player; or
   * both are allowed.
   */
  readonly players: 'created first' | 'created by the launch' | 'either';
  /** The launch asks for the player's balance, and fails without it. */
  readonly readsBalanceAtLaunch: boolean;
  /** The numbers of the log's entries are above 2^53, which JSON.parse would change. */
  readonly hasLargeHistoryIds: boolean;

  /** What the operator agrees on with this vendor, as its settings. */
  readonly operatorSettings: Readonly<Record<string, string>>;
}

/** The documented form, on which profiles state what differs. */
export const DOCUMENTED: Omit<Profile, 'name' | 'vendor'> = {
  dialect: 'i',
  paths: { balance: '', transaction: '' },
  hasDoubleSlash: false,
  secretIn: 'body',
  extras: ['balances', 'totals'],
  fields: 'in the object',
  gameTypes: { slot: 'slot', crash: 'MN', live: 'live' },
  roundIds: 'text',
  transactionIds: 'unique',
  amountNames: 'bet_money',
  amountForm: 'number',
  unit: 'decimal',
  decimals: 2,
  uncountedFigure: 'zero',
  spin: 'debit, then credit',
  lostRound: 'either',
  freeSpins: 'in their round',
  hasGamble: true,
  hasTwoBets: true,
  hasLobby: false,
  answerWaitMs: 15_000,
  tries: null,
  unknownBet: 'unconfirmed',
  internalError: 'refusal',
  isDuplicateDone: false,
  lists: {
    paceMs: 0,
    codeName: 'game_code',
    pictureName: 'banner',
    hasStatus: true,
  },
  players: 'created by the launch',
  readsBalanceAtLaunch: false,
  hasLargeHistoryIds: false,
  operatorSettings: {},
};
