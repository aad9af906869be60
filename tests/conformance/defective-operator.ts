import { createServer, type Server } from 'node:http';

interface Body {
  readonly method: string;
  readonly agent_code?: unknown;
  readonly agent_secret?: unknown;
  readonly user_code?: unknown;
  readonly user_balance?: number;
  readonly slot?: Record<string, unknown>;
}
interface Known {
  readonly print: string;
  readonly answer: object;
}

/** Defects of the test's operator, each known from real integrations, and the check that finds it. */
export const DEFECTS = [
  ['does not authenticate', 'authentication', /credentials/],
  ['does not look for duplicates', 'duplicates', /times at once/],
  ['compares ids only', 'content', /another amount/],
  ['does not look whose transaction it is', 'players', /another amount/],
  ['lets a balance go below zero', 'balance', /two bets at once/],
  ['cuts decimals off', 'cents', /three decimals/],
  ['pays wins without bets', 'bets', /no bet/],
  ['forgets a round when the next one begins', 'lateWins', /comes late/],
  ['takes any type for an amount', 'types', /not amounts/],
  ['forgets a rollback that came first', 'tombstones', /rollback before its bet/],
  ['takes any rollback for a stake’s', 'stakes', /corrected win is paid/],
  ['believes the caller’s balance', 'trusts', /a bet and its win/],
] as const;
export type Defect = (typeof DEFECTS)[number][1];

const START = 1_000_000;

/** Balances are kept in thousandths; calls have decimal amounts. */
interface State {
  /** Null for a correct operator. */
  readonly defect: Defect | null;
  readonly balances: Map<string, number>;
  /** The transactions with a final answer, by id. */
  readonly known: Map<string, Known>;
  /** The rounds with a bet. */
  readonly bets: Set<string>;
}

const tell = ({ balances }: State, user: string, msg?: string): object => ({
  status: msg === undefined ? 1 : 0,
  user_balance: (balances.get(user) ?? 0) / 1000,
  ...(msg === undefined ? {} : { msg }),
});

/** NaN for what is no amount. */
function thousandths(defect: State['defect'], amount: unknown): number {
  if (defect === 'types') return Math.round(Number(amount) * 1000) || 0;
  if (typeof amount !== 'number' || !(amount >= 0) || amount > 1e9) return NaN;
  const exact = Number((amount * 1000).toFixed(6));
  if (defect === 'cents') return Math.floor(amount) * 1000;
  return Number.isInteger(exact) ? exact : NaN;
}

interface Identity {
  readonly id: string;
  readonly round: string;
}

/** The ids of a transaction; null when one of its ids is malformed. */
function identityOf({ txn_id: id, round_id: round, provider_code: provider }: Fields): Identity | null {
  const isWellFormed = typeof id === 'string' && typeof round === 'string' && round !== '';
  return isWellFormed && /^[A-Z]+$/.test(String(provider)) ? { id, round } : null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A final answer is given again to a repeated call. */
interface Outcome {
  readonly answer: object;
  readonly isFinal: boolean;
}

function rollBack(state: State, user: string, round: string, { ref_txn_id: ref }: Fields): Outcome {
  const { defect, balances, known, bets } = state;
  const taken = known.get(String(ref));
  const bet = /"bet_money":([\d.]+)/.exec(taken?.print ?? '')?.[1];
  if (defect === 'stakes' && taken !== undefined) bets.delete(round);
  if (bet !== undefined) balances.set(user, balances.get(user)! + Number(bet) * 1000);
  if (defect !== 'tombstones' || taken !== undefined)
    known.set(String(ref), { print: '', answer: tell(state, user, 'INVALID_PARAMETER') });
  return { answer: tell(state, user), isFinal: true };
}

/** The amounts of a bet, a win, or both; null for amounts or a type that are none. */
function amountsOf({ defect }: State, { txn_type: type, bet_money, win_money }: Fields) {
  const bet = type === 'credit' ? 0 : thousandths(defect, bet_money);
  const win = type === 'debit' ? 0 : thousandths(defect, win_money);
  const isKnownType = ['debit', 'credit', 'debit_credit'].includes(String(type));
  return isKnownType && !Number.isNaN(bet + win) ? { bet, win } : null;
}

function move(state: State, user: string, round: string, { slot = {}, user_balance = 0 }: Body): Outcome {
  const { defect, balances, bets } = state;
  const refuse = (): Outcome => ({ answer: tell(state, user, 'INVALID_PARAMETER'), isFinal: false });
  const amounts = amountsOf(state, slot);
  if (amounts === null) return refuse();
  if (slot.txn_type === 'credit' && !bets.has(round) && defect !== 'bets') return refuse();
  const { bet, win } = amounts;
  const balance = defect === 'trusts' ? Math.round(user_balance * 1000) : balances.get(user)!;
  if (bet > balance && defect !== 'balance')
    return { answer: tell(state, user, 'INSUFFICIENT_USER_FUNDS'), isFinal: true };
  if (defect === 'lateWins' && bet > 0) bets.clear();
  bets.add(round);
  balances.set(user, balance - bet + win);
  return { answer: tell(state, user), isFinal: true };
}

function repeat(state: State, user: string, print: string, before: Known): object {
  const isSame = before.print === print || state.defect === 'content' || before.print === '';
  return isSame ? before.answer : tell(state, user, 'DUPLICATED_REQUEST');
}

function answer(state: State, body: Body): object {
  const { defect, balances, known } = state;
  const isAgent = body.agent_code === 'agent' && body.agent_secret === 'the-secret';
  if (!isAgent && defect !== 'authentication') return { status: 0, user_balance: 0, msg: 'INVALID_AGENT' };
  const user = String(body.user_code);
  if (!balances.has(user)) return { status: 0, user_balance: 0, msg: 'INVALID_USER' };
  if (body.method === 'user_balance') return tell(state, user);
  const { slot = {} } = body;
  const identity = identityOf(slot);
  if (identity === null) return tell(state, user, 'INVALID_PARAMETER');
  const { id, round } = identity;
  const print = JSON.stringify([defect === 'players' || user, body.slot]);
  const before = known.get(id);
  if (before !== undefined && defect !== 'duplicates') return repeat(state, user, print, before);
  const outcome =
    body.method === 'rollback' ? rollBack(state, user, round, slot) : move(state, user, round, body);
  if (outcome.isFinal) known.set(id, { print, answer: outcome.answer });
  return outcome.answer;
}

/** Starts a small in-memory operator for dialect (i) with two players, without a defect for null. */
export function startOperator(defect: Defect | null): Promise<Server> {
  const state: State = {
    defect,
    balances: new Map([
      ['a', START],
      ['b', START],
    ]),
    known: new Map(),
    bets: new Set(),
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      try {
        response.end(JSON.stringify(answer(state, JSON.parse(text) as Body)));
      } catch {
        response.end(JSON.stringify({ status: 0, user_balance: 0, msg: 'INVALID_PARAMETER' }));
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
