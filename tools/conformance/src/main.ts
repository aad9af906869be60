import { appendFileSync } from 'node:fs';
import { readArguments } from '@palier/scripts/arguments';
import { runCommand } from '@palier/scripts/command';
import { runConformance } from './run';
import type { DialectName, Unit } from './dialects';

const USAGE = `npm run conformance -- --url https://operator.example/gold_api --secret … --users u5,u6 --game <code>

Plays a hostile games aggregator against an operator's wallet and judges it only by user_balance.

  --url        where the operator listens              --secret    agent_secret of the callbacks
  --agent      agent_code (palier)                     --users     user codes of funded players, comma-separated
  --provider   provider_code (PRAGMATIC)               --game      game_code of a game the players have open
  --dialect    i, ii or iii (i)                        --unit      decimal or cents (decimal)
  --calls      callbacks of the soak (1000)            --seed      repeats a run (default: from the clock)
  --rollback   the operator offers the rollback        --rounds    output file: the aggregator's rounds, one per line
  --timeout    timeout per call, ms (10000)
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
  const isUsable =
    values.url !== undefined &&
    values.secret !== undefined &&
    values.game !== undefined &&
    users.length > 0 &&
    ['i', 'ii', 'iii'].includes(values.dialect) &&
    ['decimal', 'cents'].includes(values.unit) &&
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
    dialect: values.dialect as DialectName,
    unit: values.unit as Unit,
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
