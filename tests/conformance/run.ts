import { createRoundIds } from '@palier/demo-provider/vendor/transaction';
import { createRandom } from '@palier/test-support/random';
import { CommandError } from '@palier/base/command';
import { AMOUNT_CHECKS } from './checks/amounts';
import { runCheck, type CheckContext } from './checks/check';
import { ONCE_CHECKS } from './checks/once';
import { REFUSAL_CHECKS } from './checks/refusals';
import { VENDOR_CHECKS } from './checks/vendor';
import { createOperator, type OperatorOptions } from './operator';
import { playRounds, type RecordedRound } from './soak';

const CHECKS = [...AMOUNT_CHECKS, ...ONCE_CHECKS, ...REFUSAL_CHECKS, ...VENDOR_CHECKS];

export interface ConformanceOptions extends OperatorOptions {
  /** User codes of funded players with the game open. */
  readonly users: readonly string[];
  readonly providerCode: string;
  readonly gameCode: string;
  /** Callbacks of the soak; 0 skips it. */
  readonly calls: number;
  readonly seed: number;
  readonly hasRollback: boolean;
  readonly onLine: (line: string) => void;
}

export interface ConformanceReport {
  /** Names of the checks that passed, that failed, and that the vendor's profile leaves out. */
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
  readonly failed: readonly string[];
  readonly faults: number;
  readonly calls: number;
  readonly recorded: readonly RecordedRound[];
}

/**
 * Runs every check on the first player, then the soak on all players at once. Throws a CommandError when the
 * operator does not know a player.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { users, seed, profile, providerCode, gameCode, hasRollback, onLine } = options;
  const operator = createOperator(options);
  for (const userCode of users) {
    const { kind, word } = await operator.balance(userCode);
    if (kind !== 'accepted')
      throw new CommandError(
        `${options.url} does not return the balance of ${userCode}: ${word}.`,
        'Check the address, the agent, the secret and the profile, ' +
          'and give --users players whom the operator knows.',
      );
  }
  // The same seed repeats a run, with new ids.
  const run = `${Date.now().toString(36)}${process.pid.toString(36)}`;
  let ids = 0;
  const newId = (): string => `${run}-${(ids += 1)}`;
  const newRoundId = createRoundIds(profile, newId);
  const contextOf = (userCode: string, index: number): CheckContext => ({
    operator,
    random: createRandom(seed + index),
    profile,
    userCode,
    otherUserCode: users.find((code) => code !== userCode),
    providerCode,
    gameCode,
    hasRollback,
    newId,
    newRoundId,
  });
  const failed: string[] = [];
  const passed: string[] = [];
  const skipped: string[] = [];
  let faults = 0;
  const tell = (name: string, broken: readonly string[], remark = ''): void => {
    onLine(`${broken.length === 0 ? '✓' : '✗'} ${name}${remark}`);
    for (const sentence of broken.slice(0, 5)) onLine(`      ${sentence}`);
    (broken.length > 0 ? failed : passed).push(name);
    faults += broken.length;
  };

  onLine(`${options.url}, profile ${profile.name} (${profile.vendor}), seed ${seed}`);
  for (const [setting, value] of Object.entries(profile.operatorSettings))
    onLine(`  agreed with this vendor: ${setting}=${value}`);
  onLine('');
  const first = contextOf(users[0]!, 0);
  for (const check of CHECKS) {
    if (check.isSkipped?.(first) === true) {
      onLine(`– ${check.name}: does not apply`);
      skipped.push(check.name);
    } else tell(check.name, await runCheck(check, first));
  }

  const recorded: RecordedRound[] = [];
  if (options.calls > 0) {
    const limit = operator.sent + options.calls;
    const startedAt = performance.now();
    const playing = users.map((userCode, index) =>
      playRounds(contextOf(userCode, index + 1), () => operator.sent < limit),
    );
    const results = await Promise.all(playing);
    recorded.push(...results.flatMap((result) => result.recorded));
    const seconds = (performance.now() - startedAt) / 1000;
    const calls = operator.sent - limit + options.calls;
    tell(
      `soak: ${calls} calls, ${recorded.length} rounds, ${users.length} players, lost, doubled and reordered`,
      results.flatMap((result) => result.faults),
      ` (${seconds.toFixed(1)} s, slowest answer ${operator.slowestMs.toFixed(0)} ms)`,
    );
  }
  onLine(`\n${passed.length} checks passed, ${failed.length} failed, ${skipped.length} do not apply`);
  onLine(`${faults === 0 ? 'conforms' : `${faults} faults`}; profile ${profile.name}, seed ${seed}`);
  return { passed, skipped, failed, faults, calls: operator.sent, recorded };
}
