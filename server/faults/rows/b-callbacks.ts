import type { FaultContext, FaultRow } from '../row';
import { balanceOf, callWallet, makeGamers, type Move, type WalletAnswer } from '../tools/gamers';

interface Trial {
  readonly index: number;
  /** Sends through one process and the other in turn. */
  readonly send: (move: Omit<Move, 'player'> & { player?: Move['player'] }) => Promise<WalletAnswer>;
  readonly player: { readonly id: number };
  readonly other: { readonly id: number };
  readonly id: (name: string) => string;
}

/** Repeats `play` on one player; it says what was wrong, and by how many thousandths the balance should have changed. */
async function repeat(
  { cluster, trials }: FaultContext,
  play: (trial: Trial) => Promise<{ expected: number; broken?: string }>,
): Promise<{ trials: number; failures: string[] }> {
  const [player, other] = await makeGamers(cluster, 2, 1_000_000);
  const run = Date.now().toString(36);
  const failures: string[] = [];
  let calls = 0;
  for (let index = 0; index < trials; index += 1) {
    const before = await balanceOf(cluster.processes[0]!, player!);
    const { expected, broken } = await play({
      index,
      player: player!,
      other: other!,
      id: (name) => `${run}-${index}-${name}`,
      send: (move) => callWallet(cluster.processes[(calls += 1) % 2]!, { player: player!, ...move }),
    });
    const changed = (await balanceOf(cluster.processes[1]!, player!)) - before;
    if (broken !== undefined) failures.push(`trial ${index}: ${broken}`);
    if (changed !== expected) failures.push(`trial ${index}: balance changed by ${changed}, not ${expected}`);
  }
  return { trials, failures };
}

const words = (answers: readonly WalletAnswer[]): string =>
  answers.map(({ status, msg }) => msg ?? String(status)).join(', ');
const brokenUnless = (isGood: boolean, what: string): { broken?: string } => (isGood ? {} : { broken: what });

/** The log comes in pieces that may end inside a line. */
const refusalsLogged = ({ cluster }: FaultContext): number =>
  cluster.processes.reduce(
    (sum, { log }) => sum + log.join('').split('wallet callback refused').length - 1,
    0,
  );

const rows: FaultRow[] = [
  {
    id: 'B16',
    fault: 'a bet delivered 2 to 50 times at once over two processes',
    bound: 'one debit, equal answers',
    trials: { short: 5, long: 100 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const copies = context.random.between(2, 50);
        const answers = await Promise.all(
          Array.from({ length: copies }, () => send({ txn: id('bet'), round: id('r'), bet: 1.5 })),
        );
        const isSame = new Set(answers.map((answer) => JSON.stringify(answer))).size === 1;
        return { expected: -1500, ...brokenUnless(isSame && answers[0]!.status === 1, words(answers)) };
      }),
  },
  {
    id: 'B17',
    fault: 'a known id with other content; amounts, games and providers that are none',
    bound: 'refused, nothing moves',
    trials: { short: 1, long: 10 },
    run: (context) =>
      repeat(context, async ({ send, id, other }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const same = { txn: id('bet'), round: id('r') };
        const answers = await Promise.all([
          send({ ...same, bet: 2 }),
          send({ ...same, round: id('r2'), bet: 1 }),
          send({ ...same, bet: 1, player: other }),
          send({ ...same, type: 'credit', win: 9 }),
          send({ ...same, game: 'g2', bet: 1 }),
          ...[-1, -0.001, 0.0001, 1e308, '1', true, [1], null, 2 ** 53].map((bet, index) =>
            send({ txn: id(`bad${index}`), round: id('bad'), bet }),
          ),
          send({ txn: id('game'), round: id('g'), bet: 1, game: 'unknown' }),
          send({ txn: id('provider'), round: id('p'), bet: 1, provider: 'UNKNOWN' }),
        ]);
        return {
          expected: -1000,
          ...brokenUnless(
            answers.every(({ status }) => status === 0),
            words(answers),
          ),
        };
      }),
  },
  {
    id: 'B18',
    fault: 'a rollback of a bet that has not come, then the bet',
    bound: 'accepted; the late bet refused, 0 debit',
    trials: { short: 5, long: 200 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const back = await send({ txn: id('rb'), round: id('r'), cancels: id('bet') });
        const late = await send({ txn: id('bet'), round: id('r'), bet: 3 });
        return { expected: 0, ...brokenUnless(back.status === 1 && late.status === 0, words([back, late])) };
      }),
  },
  {
    id: 'B19',
    fault: 'a bet and its rollback racing',
    bound: 'net 0 every time',
    trials: { short: 10, long: 500 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const moves = context.random.shuffled<Omit<Move, 'player'>>([
          { txn: id('bet'), round: id('r'), bet: 2.75 },
          { txn: id('rb'), round: id('r'), cancels: id('bet') },
        ]);
        await Promise.all(moves.map(send));
        return { expected: 0 };
      }),
  },
  {
    id: 'B20',
    fault: 'a rollback and a win delivered many times at once',
    bound: 'one refund, one credit',
    trials: { short: 3, long: 100 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        await send({ txn: id('a'), round: id('ra'), bet: 1 });
        await send({ txn: id('b'), round: id('rb'), bet: 1 });
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, copy) => [
            send({ txn: id('back'), round: id('ra'), cancels: id('a') }),
            send({ txn: id(`back${copy}`), round: id('ra'), cancels: id('a') }),
            send({ txn: id('win'), round: id('rb'), type: 'credit', win: 4 }),
          ]).flat(),
        );
        return {
          expected: 3000,
          ...brokenUnless(
            answers.every(({ status }) => status === 1),
            words(answers),
          ),
        };
      }),
  },
  {
    id: 'B21',
    fault: 'a win and a rollback of the same round, in both orders and at once',
    bound: 'the first stands, the second is refused',
    trials: { short: 6, long: 150 },
    run: (context) =>
      repeat(context, async ({ send, id, index }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const win = () => send({ txn: id('win'), round: id('r'), type: 'credit', win: 5 });
        const back = () => send({ txn: id('rb'), round: id('r'), cancels: id('bet') });
        let won: WalletAnswer;
        let undone: WalletAnswer;
        if (index % 3 === 0) [won, undone] = [await win(), await back()];
        else if (index % 3 === 1) [undone, won] = [await back(), await win()];
        else [won, undone] = await Promise.all([win(), back()]);
        return {
          expected: won.status === 1 ? 4000 : 0,
          ...brokenUnless(won.status + undone.status === 1, words([won, undone])),
        };
      }),
  },
  {
    id: 'B22',
    fault: 'a win without bet, in another round, for another player',
    bound: 'refused',
    trials: { short: 2, long: 50 },
    run: (context) =>
      repeat(context, async ({ send, id, other }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const answers = await Promise.all([
          send({ txn: id('w1'), round: id('none'), type: 'credit', win: 5 }),
          send({ txn: id('w2'), round: id('r'), type: 'credit', win: 5, player: other }),
          send({ txn: id('w3'), round: id('r'), type: 'credit', win: 5, provider: 'SPRIBE' }),
          send({ txn: id('w4'), round: id('none2'), type: 'debit_credit', win: 5 }),
        ]);
        return {
          expected: -1000,
          ...brokenUnless(
            answers.every(({ status }) => status === 0),
            words(answers),
          ),
        };
      }),
  },
  {
    id: 'B23',
    fault: 'a win and a rollback after the player was switched off and the session ended',
    bound: 'honoured; a new bet refused',
    trials: { short: 2, long: 30 },
    run: (context) =>
      repeat(context, async ({ send, id, player }) => {
        await send({ txn: id('a'), round: id('ra'), bet: 1 });
        await send({ txn: id('b'), round: id('rb'), bet: 1 });
        const { owner } = context.cluster;
        await owner.query('update users set active = false where id = $1', [player.id]);
        const off = await send({ txn: id('c'), round: id('rc'), bet: 1 });
        const win = await send({ txn: id('win'), round: id('ra'), type: 'credit', win: 3 });
        await owner.query('update users set active = true where id = $1', [player.id]);
        await owner.query('update game_sessions set ended_at = now() where user_id = $1', [player.id]);
        const ended = await send({ txn: id('d'), round: id('rd'), bet: 1 });
        const back = await send({ txn: id('back'), round: id('rb'), cancels: id('b') });
        await owner.query('update game_sessions set ended_at = null where user_id = $1', [player.id]);
        const answers = [off, ended, win, back];
        return {
          expected: 2000,
          ...brokenUnless(answers.map(({ status }) => status).join() === '0,0,1,1', words(answers)),
        };
      }),
  },
  {
    id: 'B24',
    fault: 'bets just below, at and just above the balance, two at once',
    bound: 'the right word and the true balance, no debit; one of two wins',
    trials: { short: 2, long: 50 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const [player] = await makeGamers(cluster, 1, 10);
        const send = (process: number, txn: string, bet: number) =>
          callWallet(cluster.processes[process]!, {
            player: player!,
            txn: `${player!.id}-${txn}`,
            round: `${player!.id}-${txn}`,
            bet,
          });
        const above = await send(0, 'above', 10.001);
        const both = await Promise.all([send(0, 'one', 6), send(1, 'two', 6)]);
        const last = await send(1, 'last', 4);
        const empty = await send(0, 'empty', 0.001);
        const told = `${above.msg} ${above.user_balance} ${both.filter(({ status }) => status === 1).length} ${last.status} ${last.user_balance} ${empty.msg}`;
        if (told !== 'INSUFFICIENT_USER_FUNDS 10 1 1 0 INSUFFICIENT_USER_FUNDS') failures.push(told);
      }
      return { trials, failures };
    },
  },
  {
    id: 'B26',
    fault: '40 ways to be almost the aggregator',
    bound: 'refused, no effect, logged',
    trials: { short: 1, long: 10 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const secret = 'palier-demo-secret';
        const secrets: unknown[] = [
          ...Array.from(
            { length: secret.length },
            (_, at) => `${secret.slice(0, at)}#${secret.slice(at + 1)}`,
          ),
          ...[
            '',
            ' ',
            `${secret} `,
            ` ${secret}`,
            secret.toUpperCase(),
            secret.slice(1),
            secret.slice(0, -1),
          ],
          ...[
            `${secret}\0`,
            'palier-demo-token',
            null,
            0,
            true,
            [],
            [secret],
            {},
            { secret },
            `${secret}${secret}`,
          ],
          ...['%70alier-demo-secret', 'undefined', 'null', "' or 1=1 --"],
        ];
        const before = refusalsLogged(context);
        const answers = await Promise.all(
          secrets.map((agent_secret, index) =>
            send({ txn: id(`x${index}`), round: id('r'), bet: 1, body: { agent_secret } }),
          ),
        );
        answers.push(await send({ txn: id('code'), round: id('r'), bet: 1, body: { agent_code: 'Palier' } }));
        const logged = (): number => refusalsLogged(context) - before;
        for (let wait = 0; wait < 100 && logged() < answers.length; wait += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return {
          expected: 0,
          ...brokenUnless(
            answers.length >= 40 &&
              answers.every(({ msg }) => msg === 'INVALID_AGENT') &&
              logged() === answers.length,
            `${answers.length}, ${logged()} logged: ${words(answers)}`,
          ),
        };
      }),
  },
  {
    id: 'B28',
    fault: 'a bet after its round was closed; one of three bets of a round rolled back',
    bound: 'refused; only that bet given back',
    trials: { short: 2, long: 50 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        for (const bet of [1, 2, 4]) await send({ txn: id(`b${bet}`), round: id('r'), bet });
        const back = await send({ txn: id('rb'), round: id('r'), cancels: id('b2') });
        const win = await send({ txn: id('w'), round: id('r'), type: 'credit', win: 5 });
        const late = await send({ txn: id('late'), round: id('r'), bet: 1 });
        return {
          expected: 0,
          ...brokenUnless(
            back.status === 1 && win.status === 1 && late.status === 0,
            words([back, win, late]),
          ),
        };
      }),
  },
];
export default rows;
