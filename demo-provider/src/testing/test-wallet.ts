import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestWallet {
  url: string;
  balance: number;
  /** How often each transaction id was received. */
  received: Map<string, number>;
  applied: Map<string, TransactionFields['txn_type']>;
  /** The game of each callback, as it was sent. */
  games: unknown[];
  /**
   * For the next `times` calls of a type: drops the connection, before or `after` the effect, or answers
   * `says`.
   */
  drop: { type: TransactionFields['txn_type']; times: number; after: boolean; says?: object } | undefined;
  /** Delays the answers until this promise resolves. */
  answersAfter: Promise<void> | undefined;
  close(): Promise<void>;
}

/** A callback of dialect (i) with the fields that the test's profiles send. */
interface TransactionBody {
  method: string;
  agent_secret: string;
  game_type: string;
  [gameType: string]: unknown;
}

interface TransactionFields {
  bet_money: number;
  win_money: number;
  txn_id: string;
  txn_id_v2?: string;
  txn_type: 'debit' | 'credit' | 'debit_credit';
}

/** An operator's wallet over HTTP that remembers transaction ids and can lose requests or answers. */
export async function startTestWallet(secret: string, balance: number): Promise<TestWallet> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(JSON.parse(Buffer.concat(chunks).toString()) as TransactionBody, response);
    });
  });

  function send(response: ServerResponse, body: unknown): void {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  }

  async function answer(body: TransactionBody, response: ServerResponse): Promise<void> {
    if (body.agent_secret !== secret) return send(response, { status: 0, msg: 'INVALID_AGENT' });
    if (body.method === 'user_balance') return send(response, { status: 1, user_balance: wallet.balance });
    const game = body[body.game_type] as TransactionFields;
    wallet.games.push(game);
    const { bet_money, win_money, txn_id_v2, txn_id, txn_type } = game;
    const id = txn_id_v2 ?? txn_id;
    const [bet, win] = [txn_type === 'credit' ? 0 : bet_money, txn_type === 'debit' ? 0 : win_money];
    wallet.received.set(id, (wallet.received.get(id) ?? 0) + 1);
    await wallet.answersAfter;
    const drop = wallet.drop?.type === txn_type && wallet.drop.times-- > 0 ? wallet.drop : undefined;
    const lose = (): void => (drop?.says ? send(response, drop.says) : void response.destroy());
    if (drop && !drop.after) return lose();
    if (!wallet.applied.has(id)) {
      if (bet > wallet.balance)
        return send(response, { status: 0, user_balance: wallet.balance, msg: 'INSUFFICIENT_USER_FUNDS' });
      wallet.balance = Math.round((wallet.balance - bet + win) * 1000) / 1000;
      wallet.applied.set(id, txn_type);
    }
    if (drop) return lose();
    send(response, { status: 1, user_balance: wallet.balance });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wallet: TestWallet = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gold_api`,
    balance,
    received: new Map(),
    applied: new Map(),
    games: [],
    drop: undefined,
    answersAfter: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return wallet;
}
