import type { ParseArgsConfig } from 'node:util';
import { hasAtMostDecimals, toMicros, type Micros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import type { Job } from '../maintenance/job-run.repository';

/**
 * The exit codes of every command: done, a finding, a mistake on the command line, and work that could not be
 * done.
 */
export const EXIT = { ok: 0, finding: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * A mistake on the command line. The command exits 2 with this sentence and its usage; after all other errors
 * it exits 3.
 */
export class UsageError extends Error {}

/** One call of a command. */
export interface OperatorCall {
  /** The arguments besides options. */
  readonly words: string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Recorded with changes: `--by`, else the account of this machine. */
  readonly operator: string;
  /** This process's environment, with secrets read from their files. */
  readonly environment: NodeJS.ProcessEnv;
}

/** One call of a command that uses the database, which has this version's schema. */
export interface DatabaseCall extends OperatorCall {
  readonly pool: Pool;
}

/** The exit code, or the result to print of a command that is done. */
type Outcome = Promise<ExitCode | string>;

/** A command for operators, with one entry in `commands.ts`. */
export type OperatorCommand = {
  /** The arguments of the command, one form per line of the usage; absent: it has none. */
  readonly forms?: readonly string[];
  /** One clause for the list of commands. */
  readonly summary: string;
  /** Further lines of `--help`. */
  readonly help?: string;
  /** The fewest and most arguments besides options; absent: none. */
  readonly words?: readonly [least: number, most: number];
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * The usage shows `palier <command>` without `admin`. `scripts/artefact/palier.cjs` names the same
   * commands.
   */
  readonly isTopLevel?: true;
} & (
  | {
      /**
       * The login: the server's, or the owner's for what the server may not do by its rights
       * (server/database/11-rights.sql).
       */
      readonly database: 'application' | 'owner';
      /** The job whose end is recorded; only exit code 0 is a success. */
      readonly job?: (call: OperatorCall) => Job;
      run(call: DatabaseCall): Outcome;
    }
  | { readonly database: 'none'; run(call: OperatorCall): Outcome }
);

/**
 * A positive amount in TND with at most 2 decimals (3 for amounts of providers); null for anything else.
 * `Number` alone would accept an empty text, 0x10 and 1e3.
 */
export function readTypedAmount(typed: string, decimals: 2 | 3 = 2): Micros | null {
  const amount = Number(typed);
  const isAmount = /^\d+(\.\d{1,3})?$/.test(typed) && amount > 0 && hasAtMostDecimals(amount, decimals);
  return isAmount ? toMicros(amount) : null;
}
