import { setTimeout as wait } from 'node:timers/promises';
import { GAME, PROVIDER } from './players';
import type { ServerProcess } from './server-process';

const AGENT = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };

export interface WalletAnswer {
  readonly status: number;
  readonly user_balance: number;
  readonly msg?: string;
}

export interface WalletCall {
  readonly player: { readonly id: number };
  readonly txn: string;
  readonly round: string;
  readonly type?: 'debit' | 'credit' | 'debit_credit';
  readonly bet?: unknown;
  readonly win?: unknown;
  /** The transaction to roll back; then the call is a rollback. */
  readonly cancels?: string;
}

/** A server process, or a proxy in front of several processes. */
type Wallet = Pick<ServerProcess, 'call'>;

/** One callback in dialect (i). Throws when the connection is lost. */
export const callWallet = async (server: Wallet, move: WalletCall): Promise<WalletAnswer> =>
  (await send(server, move)).body as WalletAnswer;

/** What a vendor sees of a callback; null in place of an answer that was lost. */
export interface SentCall {
  readonly httpStatus: number | null;
  readonly answer: WalletAnswer | null;
}

/** One callback in dialect (i), with its HTTP status. */
export async function sendWalletCall(server: Wallet, move: WalletCall): Promise<SentCall> {
  try {
    const { status: httpStatus, body } = await send(server, move);
    return { httpStatus, answer: body as WalletAnswer };
  } catch {
    return { httpStatus: null, answer: null };
  }
}

function send(server: Wallet, move: WalletCall): ReturnType<Wallet['call']> {
  const { player, txn, round, type = 'debit', bet = 0, win = 0, cancels } = move;
  return server.call('POST', '/gold_api', {
    body: {
      ...AGENT,
      method: cancels === undefined ? 'transaction' : 'rollback',
      user_code: `u${player.id}`,
      user_balance: 1e6,
      game_type: 'slot',
      slot: {
        provider_code: PROVIDER,
        game_code: GAME,
        round_id: round,
        txn_id: txn,
        ...(cancels === undefined
          ? { txn_type: type, bet_money: bet, win_money: win }
          : { ref_txn_id: cancels }),
      },
    },
  });
}

/** The balance that the wallet reports, in thousandths of a dinar. */
export async function balanceOf(server: Wallet, player: { id: number }): Promise<number> {
  const { body } = await server.call('POST', '/gold_api', {
    body: { ...AGENT, method: 'user_balance', user_code: `u${player.id}` },
  });
  return Math.round((body as WalletAnswer).user_balance * 1000);
}

/** Sends a callback through the running processes until its outcome is known. */
export async function callUntilAnswered(
  servers: () => readonly ServerProcess[],
  move: WalletCall,
  tries = 400,
): Promise<WalletAnswer> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const up = servers().filter((server) => server.isRunning());
    const server = up[attempt % Math.max(1, up.length)];
    const answer = server === undefined ? null : await callWallet(server, move).catch(() => null);
    if (answer !== null && answer.msg !== 'INTERNAL_ERROR' && answer.status !== undefined) return answer;
    await wait(50);
  }
  throw new Error(`${move.txn}: no answer`);
}

let transactions = 0;

/** A bet and its win in one callback with a new id. */
export function playOnce(
  server: Wallet,
  userId: number,
  { bet, win }: { bet: number; win: number },
): Promise<WalletAnswer> {
  const id = `faults-${process.pid}-${Date.now()}-${++transactions}`;
  return callWallet(server, { player: { id: userId }, txn: id, round: id, type: 'debit_credit', bet, win });
}
