import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { findings } from '../../src/operator/findings';
import { UsageError } from '../../src/operator/operator-command';
import { holdOpen, readColumn, readRow, readValue } from '../database';
import { openExampleLedger, type ExampleLedger } from '../example-ledger';

let ledger: ExampleLedger;
/** Two players, with their code and name. */
let players: { readonly id: number; readonly account_id: number; readonly username: string }[];
before(async () => {
  ledger = await openExampleLedger();
  ({ rows: players } = await ledger.owner.query(
    'select id, account_id, username from users order by id desc limit 2',
  ));
});
after(() => ledger.close());

const OUTAGE = 3_400;
/**
 * The night of an outage: refused wins of 0.5 TND of both players in turn, 850 in each hour from midnight in
 * Tunis on, which is 23:00 UTC; and ten paid wins above the limit.
 */
beforeEach(async () => {
  await ledger.owner.query('truncate game_findings restart identity');
  await ledger.owner.query(
    `insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros,
                                happened_at)
       select 'refused-win', ($1::int[])[1 + n % 2], 'PRAGMATIC t' || n, 'PRAGMATIC', 'r' || n, 500000,
              '2026-11-27T23:00Z'::timestamptz + (n - 1) / 850 * interval '1 hour'
         from generate_series(1, ${OUTAGE}) n
       union all
       select 'win-above-limit', ($1::int[])[1], 'PRAGMATIC big' || n, 'PRAGMATIC', 'big' || n, 11000000,
              '2026-11-28T00:30Z'
         from generate_series(1, 10) n`,
    [players.map(({ account_id }) => account_id)],
  );
});

interface Said {
  readonly code: number;
  readonly said: string;
}

/** Runs the command with words and options as one types them. */
function start(typed: string, operator = 'samia'): Promise<number> {
  const words: string[] = [];
  const options: Record<string, string> = {};
  const parts = typed.split(' ').filter((part) => part !== '');
  for (let place = 0; place < parts.length; place += 1) {
    const part = parts[place]!;
    if (!part.startsWith('--')) words.push(part);
    else options[part.slice(2)] = parts[(place += 1)]!;
  }
  return findings.run({ pool: ledger.app, words, options, operator, environment: {} });
}

/** Runs the command as `start` does; returns its exit code and what it prints. */
async function run(t: TestContext, typed: string): Promise<Said> {
  const write = t.mock.method(process.stdout, 'write', () => true);
  try {
    const code = await start(typed);
    return { code, said: write.mock.calls.map(({ arguments: [text] }) => String(text)).join('') };
  } finally {
    write.mock.restore();
  }
}

const countMarked = (operator = 'samia'): Promise<number> =>
  readValue(ledger.owner, 'select count(*)::int from game_findings where examined_by = $1', [operator]);
/** The arguments of the command that totals prints. */
const commandIn = ({ said }: Said): string => /findings (examined .*)$/m.exec(said)![1]!;
const addFinding = `insert into game_findings (kind, player_account_id, subject, provider_code, round_id,
                                               amount_micros, happened_at)
  values ('refused-win', $1, 'PRAGMATIC late', 'PRAGMATIC', 'late', 500000, '2026-11-28T00:59Z')`;

test('findings totals: they name kind, local hour and player, and a set by its options', async (t) => {
  const { code, said } = await run(t, 'totals');
  assert.equal(code, 1);
  const [first, second] = players;
  assert.match(said, /^3410 findings, numbers 1 to 3410, 1810 TND:$/m);
  assert.match(said, /^ refused-win: 3400 findings, 1700 TND \(WIN REFUSED/m);
  assert.match(said, /^ win-above-limit: 10 findings, 110 TND/m);
  assert.match(said, /^By hour of the movement \(Africa\/Tunis\):$/m);
  for (const hour of ['00', '01', '02', '03'])
    assert.match(said, new RegExp(`^ 2026-11-28T${hour} refused-win: 850 findings, 425 TND$`, 'm'));
  assert.match(said, /^ 2026-11-28T01 win-above-limit: 10 findings, 110 TND$/m);
  assert.match(
    said,
    new RegExp(`^ u${first!.id} ${first!.username} refused-win: 1700 findings, 850 TND$`, 'm'),
  );
  assert.match(said, new RegExp(`^ u${first!.id} ${first!.username} win-above-limit: 10 f.*, 110 TND$`, 'm'));
  const ofOne = await run(t, `totals --player u${second!.id} --from 2026-11-28T01 --to 2026-11-28T02`);
  assert.match(ofOne.said, /^850 findings, numbers 851 to 2549, 425 TND:$/m);
  const listed = await run(t, '--kind win-above-limit');
  assert.equal(listed.said.split('\n').length, 12);
  assert.match(listed.said, /^10 findings to examine\.$/m);
});

test('findings examined: the command of the totals marks their findings and says which', async (t) => {
  const night = '--kind refused-win --from 2026-11-28T00 --to 2026-11-28T01';
  const command = commandIn(await run(t, `totals ${night}`));
  assert.equal(command, `examined ${night} --count 1700 --sum 850`);
  const { code, said } = await run(t, command);
  assert.equal(code, 0);
  assert.match(said, /^1700 findings, numbers 1 to 1700, 850 TND: examined, by samia\.$/m);
  assert.equal(await countMarked(), 1_700);
  await assert.rejects(run(t, command), /This selection has no finding to examine\./);
  const rest = commandIn(await run(t, 'totals'));
  assert.equal(rest, 'examined 1701-3410 --count 1710 --sum 960');
  await run(t, rest);
  assert.deepEqual(await run(t, 'totals'), { code: 0, said: '0 findings, 0 TND:\n' });
});

test('findings examined: a set with a finding that arrived meanwhile is not marked', async (t) => {
  const ofOne = `--player u${players[0]!.id} --kind refused-win`;
  // It gets its number before the totals are read, and is committed after them.
  const end = await holdOpen(ledger.owner, addFinding, [players[0]!.account_id]);
  await ledger.owner.query(addFinding.replaceAll('late', 'later'), [players[1]!.account_id]);
  const [byOptions, byRange] = [await run(t, `totals ${ofOne}`), await run(t, 'totals')].map(commandIn);
  assert.match(byRange!, /^examined 1-3412 --count 3411 /);
  await end('commit');
  await assert.rejects(run(t, byOptions!), /has 1701 findings, .* instead of 1700 with 850 TND: nothing was/);
  await assert.rejects(run(t, byRange!), /has 3412 findings, .*, instead of 3411 with 1810\.5 TND/);
  assert.equal(await countMarked(), 0);
});

test('findings examined: a range is refused when an amount in it has changed', async (t) => {
  const command = commandIn(await run(t, 'totals 1-100'));
  await ledger.owner.query(
    `insert into game_findings as f (kind, player_account_id, subject, provider_code, round_id,
                                     amount_micros, happened_at)
       select kind, player_account_id, subject, provider_code, round_id, 900000, now()
         from game_findings where id = 50
       on conflict (kind, player_account_id, subject)
         do update set id = default, amount_micros = excluded.amount_micros`,
  );
  await assert.rejects(
    run(t, command),
    /has 99 findings, numbers 1 to 100, 49\.5 TND, instead of 100 with 50/,
  );
  assert.equal(await countMarked(), 0);
});

test('findings examined: a range with others than the options name is refused in a sentence', async (t) => {
  const [first, second] = players;
  const refused = new RegExp(
    `^Error: The range 1-9 has 5 findings that the options do not name, the first is 1 of player ` +
      `u${second!.id} ` +
      String.raw`\(refused-win, 2026-11-28T00\): nothing was done\.`,
  );
  for (const action of ['examined', 'totals']) {
    const more = action === 'examined' ? '--count 4 --sum 2' : '';
    await assert.rejects(run(t, `${action} 1-9 --player u${first!.id} ${more}`), refused);
  }
  await assert.rejects(
    run(t, 'examined 3400-3410 --kind refused-win --count 1 --sum 0.5'),
    /has 10 findings/,
  );
  await assert.rejects(run(t, 'examined 7 --player u999'), /has 1 finding that/);
  assert.equal(await countMarked(), 0);
});

for (const [words, sentence] of [
  ['examined 9-1 --count 9 --sum 4.5', /The range 9-1 is reversed/],
  ['examined', /Write the number of a finding, a range, or options/],
  ['examined --count 3410 --sum 1810', /Write the number of a finding, a range, or options/],
  ['examined 1-9', /A set needs --count and --sum/],
  ['examined 1-9 --count 9', /A set needs --count and --sum/],
  ['examined 1-9 --count nine --sum 4.5', /A set needs --count and --sum/],
  ['examined 1-x', /Write the number of a finding, or two/],
  ['1-9 examined', /Write "totals" or "examined" before the numbers/],
  ['totals --count 1', /belong to "examined"/],
  ['totals --player client', /--player is u<number>/],
  ['totals --kind win', /--kind is one of unknown-to-provider, /],
  ['totals --from 2026-11-28', /--from and --to are hours/],
  ['totals --from 2026-11-28T03 --to 2026-11-28T01', /is after/],
] as const)
  test(`findings: "${words}" is refused as a mistake on the command line`, async (t) => {
    await assert.rejects(run(t, words), (error) => {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, sentence);
      return true;
    });
    assert.equal(await countMarked(), 0);
  });

test('findings examined: an empty range is refused in a sentence', async (t) => {
  await assert.rejects(run(t, 'examined 5000-6000 --count 0 --sum 0'), /This selection has no finding/);
  await assert.rejects(run(t, 'examined 5000'), /There is no finding 5000 to examine\./);
});

test('findings examined: of two operators with overlapping ranges, only one marks', async (t) => {
  t.mock.method(process.stdout, 'write', () => true);
  const end = await holdOpen(ledger.owner, 'select from game_findings where id = 1500 for update');
  const results = Promise.allSettled([
    start('examined 1-2000 --count 2000 --sum 1000', 'samia'),
    start('examined 1001-3000 --count 2000 --sum 1000', 'karim'),
  ]);
  await untilLockWaits(ledger.owner, 2);
  await end();
  const [samia, karim] = await results;
  t.mock.restoreAll();
  const refused = [samia, karim].filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.match(
    String(refused[0]?.reason),
    /has 1000 findings, .* instead of 2000 with 1000 TND: nothing was/,
  );
  const marked = await readColumn<string>(
    ledger.owner,
    `select concat(examined_by, ' ', count(*)) from game_findings
      where examined_by <> '' group by examined_by`,
  );
  assert.deepEqual(marked, [samia.status === 'fulfilled' ? 'samia 2000' : 'karim 2000']);
});

test('findings examined: a movement that claims another amount gets a new number', async (t) => {
  const again = `select record_game_finding('refused-win', m, now()) from jsonb_populate_record(
    null::game_movement, jsonb_build_object('provider_code', 'PRAGMATIC', 'transaction_id', 't2',
      'round_id', 'r2', 'player_account_id', $1::int, 'win_micros', 700000)) m`;
  await run(t, 'examined 1-10 --count 10 --sum 5');
  await ledger.owner.query(again, [players[0]!.account_id]);
  const { id, amount } = await readRow<{ id: number; amount: number }>(
    ledger.owner,
    `select id, amount_micros::int as amount from game_findings
      where subject = 'PRAGMATIC t2' and examined_by is null`,
  );
  assert.ok(id > 3_410);
  assert.equal(amount, 700_000);
  await assert.rejects(run(t, 'examined 2'), /There is no finding 2 to examine/);
});
