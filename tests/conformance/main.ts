import { appendFileSync } from 'node:fs';
import { readArguments } from '@palier/base/arguments';
import { runCommand } from '@palier/base/command';
import { findProfile, PROFILES } from '@palier/demo-provider/vendor/profiles';
import type { Profile } from '@palier/demo-provider/vendor/profile';
import { DIALECTS, plainProfile, UNITS } from './plain-profile';
import { runConformance } from './run';

const USAGE = `\
npm run conformance -- --url https://operator.example/gold_api --secret … --users u5,u6 --game <code>

Plays a hostile games aggregator against an operator's wallet and judges it only by user_balance.

  --url        where the operator listens              --secret    agent_secret of the callbacks
  --agent      agent_code (palier)                     --users     user codes of funded players, with commas
  --provider   provider_code (PRAGMATIC)               --game      game_code of a game the players have open
  --profile    a vendor, below                         --dialect   i, ii or iii (i), without a profile
  --unit       decimal or cents (decimal), likewise
  --calls      callbacks of the soak (1000)            --seed      repeats a run (default: from the clock)
  --rollback   the operator offers the rollback        --rounds    file for the aggregator's rounds
  --timeout    timeout per call, ms (10000)

Profiles of vendors:
${PROFILES.map(({ name, vendor }) => `  ${name.padEnd(13)}${vendor}`).join('\n')}
`;

runCommand(async () => {
  const { values } = readArguments(
    {
      options: {
        url: { type: 'string' },
        secret: { type: 'string' },
        agent: { type: 'string', default: 'palier' },
        users: { type: 'string', default: '' },
        provider: { type: 'string', default: 'PRAGMATIC' },
        game: { type: 'string' },
        profile: { type: 'string' },
        dialect: { type: 'string', default: 'i' },
        unit: { type: 'string', default: 'decimal' },
        calls: { type: 'string', default: '1000' },
        seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
        timeout: { type: 'string', default: '10000' },
        rollback: { type: 'boolean', default: false },
        rounds: { type: 'string' },
      },
    },
    USAGE,
  );
  const users = values.users.split(',').filter((code) => code !== '');
  const numbers = [values.calls, values.seed, values.timeout].map(Number);
  const profile = chooseProfile(values);
  const isUsable =
    profile !== undefined &&
    values.url !== undefined &&
    values.secret !== undefined &&
    values.game !== undefined &&
    users.length > 0 &&
    numbers.every((number) => Number.isInteger(number) && number >= 0);
  if (!isUsable) {
    process.stderr.write(USAGE);
    return 2;
  }

  const report = await runConformance({
    url: values.url!,
    agent: { code: values.agent, secret: values.secret! },
    users,
    providerCode: values.provider,
    gameCode: values.game!,
    profile,
    calls: numbers[0]!,
    seed: numbers[1]!,
    timeoutMs: numbers[2]!,
    hasRollback: values.rollback,
    onLine: (line) => console.log(line),
  });
  if (values.rounds !== undefined)
    for (const round of report.recorded) appendFileSync(values.rounds, `${JSON.stringify(round)}\n`);
  return report.faults === 0 ? 0 : 1;
});

/** The named vendor, or a plain one of the dialect; undefined for a name that does not exist. */
function chooseProfile(values: { profile?: string; dialect: string; unit: string }): Profile | undefined {
  if (values.profile !== undefined) return findProfile(values.profile);
  const dialect = DIALECTS.find((name) => name === values.dialect);
  const unit = UNITS.find((name) => name === values.unit);
  return dialect === undefined || unit === undefined ? undefined : plainProfile(dialect, unit);
}
