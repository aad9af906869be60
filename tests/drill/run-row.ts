import { SetupError } from '@palier/base/command';
import { printResult } from '@palier/test-support/rows';
import { readTrials, summarize, toStored, type StoredTrial } from './results';
import type { DrillContext, DrillRow, TrialResult } from './row';

/** The context of one trial. */
export type ContextOf = (trial: number, marks: Pick<DrillContext, 'expect' | 'faultBegins'>) => DrillContext;

export interface RunRowOptions {
  readonly trials: number;
  /** Keeps the stored trials and adds those that are missing. */
  readonly resume: boolean;
  /** The Debian root. */
  readonly root: string;
}

interface Steps {
  readonly contextOf: ContextOf;
  readonly discardSite: () => Promise<void>;
  readonly store: (row: DrillRow, trials: readonly StoredTrial[]) => Promise<void>;
}

/**
 * Runs the trials of a row and stores each. Returns whether all hold. Throws a SetupError, and stores
 * nothing, when a trial fails before its fault: that is no measurement.
 */
export async function runRow(row: DrillRow, options: RunRowOptions, steps: Steps): Promise<boolean> {
  const { trials, resume } = options;
  const stored: StoredTrial[] = resume ? await readTrials(row) : [];
  while (stored.length < trials) {
    const trial = await runTrial(row, { number: stored.length + 1, root: options.root }, steps);
    stored.push(trial);
    await steps.store(row, stored);
    printResult(
      [`${row.id} ${stored.length}/${trials}`, summarize([trial]), `${trial.seconds} s, load ${trial.load}`],
      trial.failures,
    );
  }
  console.log(`= ${row.id}: ${stored.length} trials | ${summarize(stored)}\n`);
  return stored.every(({ failures }) => failures.length === 0);
}

async function runTrial(
  row: DrillRow,
  { number, root }: { readonly number: number; readonly root: string },
  { contextOf, discardSite }: Steps,
): Promise<StoredTrial> {
  const failures: string[] = [];
  const startedAt = performance.now();
  let hasFaultBegun = false;
  let result: TrialResult = {};
  const marks = {
    expect: (holds: boolean, failure: string): void => void (holds || failures.push(failure)),
    faultBegins: (): void => void (hasFaultBegun = true),
  };
  try {
    result = await row.run(contextOf(number, marks));
  } catch (error) {
    console.log(error);
    await discardSite();
    // The results are published: without the stack and the place of the Debian root.
    const [line = ''] = String(error).split('\n');
    const sentence = root === '/' ? line : line.replaceAll(root, '<root>');
    if (!hasFaultBegun)
      throw new SetupError(
        `The set-up of ${row.id} failed, so nothing was stored: ${sentence}`,
        'Correct the cause, then add --resume to keep the stored trials.',
      );
    failures.push(`exception: ${sentence}`);
  }
  return toStored(result, failures, (performance.now() - startedAt) / 1000);
}
