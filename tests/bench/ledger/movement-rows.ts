import type { HttpCall } from '../http-load';
import type { BenchRow } from '../row';
import type { Environment } from './environment';
import { createTransactionCalls, prepareBets } from './loads';

const TITLES = {
  transfer: 'POST /transactions',
  bet: 'a bet with three jackpot contributions',
} as const;
type Named = keyof typeof TITLES;
const COUNTED_CALLS = 20;

/** The cost of one transfer and of one bet: statements, and instructions of PostgreSQL. */
export const movementRows = (environment: Environment): BenchRow[] => [
  statementsRow(environment, 'transfer', 1),
  statementsRow(environment, 'bet', 1),
  instructionsRow(environment, 'transfer', 1_230_000),
  instructionsRow(environment, 'bet', 2_970_000),
];

/** Statements are also round trips: the server sends the next one after the answer of the last. */
const statementsRow = (environment: Environment, kind: Named, atMost: number): BenchRow => ({
  id: `${kind}-statements`,
  group: 'movements',
  title: `statements and round trips of ${TITLES[kind]}`,
  unit: 'statements',
  isCount: true,
  goal: { atMost },
  async prepare() {
    const ledger = await environment.ledger();
    const server = await environment.server();
    const calls =
      kind === 'transfer'
        ? await createTransactionCalls(ledger, server, 'uniform')
        : await prepareBets(ledger, server.walletSecret);
    let sent = 0;
    return {
      async subject() {
        const counts: number[] = [];
        // The least of them has no statement of the server's jobs.
        for (const call of calls.slice(0, COUNTED_CALLS)) {
          const { statements } = await environment.workOf(ledger.databaseUrl, () =>
            send(server.url, call, `${Date.now()}-${(sent += 1)}`),
          );
          counts.push(statements);
        }
        return Math.min(...counts);
      },
    };
  },
});

async function send(url: string, { method, path, token = '', body = '' }: HttpCall, name: string) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': name,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body.replaceAll('{n}', name),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

const instructionsRow = (environment: Environment, kind: Named, atMost: number): BenchRow => ({
  id: `${kind}-instructions`,
  group: 'movements',
  title: `instructions of PostgreSQL for ${TITLES[kind]} alone`,
  unit: 'instructions',
  isCount: true,
  goal: { atMost },
  async prepare() {
    const ledger = await environment.stoppedLedger();
    return { subject: () => ledger.countFor(kind, 1) };
  },
});
