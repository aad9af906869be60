import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { pino } from 'pino';
import { startAggregator } from '@palier/test-support/actors/aggregator';
import { createAccounts, type DemoServer } from '@palier/test-support/actors/cluster';
import { errorsOf, type RawAnswer } from '@palier/test-support/actors/raw-http';
import { callAt } from '@palier/test-support/actors/server-process';
import { verifyLedger } from '../../src/operator/verify';
import { readRow } from '../database';
import { startTestServer, type TestServer } from './start-test-server';

/** PALIER_LONG=1, as `npm run test:all` sets it: more repetitions, and every combination. */
export const IS_LONG = process.env.PALIER_LONG === '1';
/** How long a test waits for an event; far above what the server needs on a busy machine. */
export const LIMIT_MS = 60_000;

/**
 * Starts a server on a port, with an aggregator of one game, before the tests of the calling block; stops it
 * after them and requires that the ledger is correct.
 */
export function useDemoServer(
  readEnvironment: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): DemoServer {
  const demo = {} as DemoServer;
  let server: TestServer;
  let aggregator: Awaited<ReturnType<typeof startAggregator>>;
  before(async () => {
    aggregator = await startAggregator();
    server = await startTestServer({
      LOG_LEVEL: 'info',
      PROVIDER_URL: aggregator.url,
      ...(await readEnvironment()),
    });
    const log = recordLog(server);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const process = { url, log, isRunning: () => true, call: callAt(url) };
    const readOwnerRow: DemoServer['readRow'] = (sql, values = []) => readRow(server.owner, sql, [...values]);
    Object.assign(demo, {
      processes: [process],
      folder: server.config.DATA_DIR,
      owner: server.owner,
      urlOf: () => url,
      readRow: readOwnerRow,
      balanceOf: server.balanceOf,
      ...createAccounts(() => process, readOwnerRow),
    });
  });
  after(async () => {
    const fault = await verifyLedger(server.owner);
    await server.stop();
    await aggregator.stop();
    assert.equal(fault, null);
  });
  return demo;
}

/** The lines that the server logs from now on, in place of its output. */
function recordLog({ app }: TestServer): readonly string[] {
  const lines: string[] = [];
  const log = app.log as unknown as Record<symbol, { write: (line: string) => boolean }>;
  log[pino.symbols.streamSym]!.write = (line) => lines.push(line.trimEnd()) > 0;
  return lines;
}

/** Requires one of these statuses, and a message in each refusal. `call` names the call in the failure. */
export function assertAnswer(call: string, answer: RawAnswer, ...statuses: readonly number[]): void {
  const isExplained = answer.status < 400 || errorsOf(answer).length > 0;
  assert.ok(
    statuses.includes(answer.status) && isExplained,
    `${call}: ${answer.status} ${answer.text.slice(0, 200)}, not ${statuses.join(' or ')}`,
  );
}
