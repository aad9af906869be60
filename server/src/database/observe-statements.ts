import { AsyncResource } from 'node:async_hooks';
import type { PoolClient, QueryConfig } from 'pg';
import { activeSpan } from '../tracing/span';
import type { Pool } from './pool';

const MAX_STATEMENT_LENGTH = 120;

/** Called after a statement, or after a wait for a connection. */
export type StatementObserver = (error: Error | null) => void;

type Callback = (error: Error | null | undefined, ...results: unknown[]) => void;

/** Reports each statement of the pool's new connections, and each wait for a connection. */
export function observeStatements(pool: Pool, observe: StatementObserver): void {
  pool.connect = observed(pool.connect.bind(pool), () => observe) as Pool['connect'];
  pool.on('connect', (client: PoolClient) => {
    client.query = observed(client.query.bind(client) as (...values: unknown[]) => unknown, ([statement]) =>
      inStatementSpan(nameOf(statement), observe),
    ) as PoolClient['query'];
  });
}

/** Texts of statements have no values: those are parameters. */
function inStatementSpan(statement: string, observe: StatementObserver): StatementObserver {
  const span = activeSpan()?.child({ kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
  return (error) => {
    span?.end(`SQL ${statement.replace(/\s+/g, ' ').slice(0, MAX_STATEMENT_LENGTH)}`, error !== null);
    observe(error);
  };
}

const nameOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement;
  const { name, text } = statement as QueryConfig;
  return name ?? text;
};

/** A function of the driver that takes a callback as its last argument, or else returns a promise. */
function observed<Values extends unknown[]>(
  run: (...values: Values) => unknown,
  begin: (values: Values) => StatementObserver,
): (...values: Values) => unknown {
  return (...values) => {
    const end = begin(values);
    const callback = values.at(-1);
    if (typeof callback !== 'function') {
      const result = run(...values) as Promise<unknown>;
      result.then(() => end(null), end);
      return result;
    }
    // The driver calls back in the context of the call that released the connection. `AsyncResource.bind`
    // also defines a deprecated property, which takes a fifteenth of the processor time of a single call.
    const context = new AsyncResource('statement');
    const reporting: Callback = (error, ...results) => {
      end(error ?? null);
      context.runInAsyncScope(callback as Callback, undefined, error, ...results);
    };
    return run(...(values.with(-1, reporting) as Values));
  };
}
