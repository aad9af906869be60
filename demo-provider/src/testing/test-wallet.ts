import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestWallet {
  url: string;
  balance: number;
  /** How often each transaction id was received. */
  received: Map<string, number>;
  applied: Map<string, 'debit' | 'credit'>;
  /** For the next `times` calls of a type: drops the connection, before or `after` the effect, or answers `says`. */
  drop: { type: 'debit' | 'credit'; times: number; after: boolean; says?: object } | undefined;
  /** Delays the answers until this promise resolves. */
  answersAfter: Promise<void> | undefined;
  close(): Promise<void>;
}

interface TransactionBody {
  method: string;
  agent_secret: string;
  slot: { bet_money: number; win_money: number; txn_id: string; txn_type: 'debit' | 'credit' };
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
    const { bet_money, win_money, txn_id, txn_type } = body.slot;
    wallet.received.set(txn_id, (wallet.received.get(txn_id) ?? 0) + 1);
    await wallet.answersAfter;
    const drop = wallet.drop?.type === txn_type && wallet.drop.times-- > 0 ? wallet.drop : undefined;
    const lose = (): void => (drop?.says ? send(response, drop.says) : void response.destroy());
    if (drop && !drop.after) return lose();
    if (!wallet.applied.has(txn_id)) {
      if (txn_type === 'debit' && bet_money > wallet.balance) {
        return send(response, { status: 0, user_balance: wallet.balance, msg: 'INSUFFICIENT_USER_FUNDS' });
      }
      wallet.balance =
        Math.round((wallet.balance + (txn_type === 'debit' ? -bet_money : win_money)) * 1000) / 1000;
      wallet.applied.set(txn_id, txn_type);
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
