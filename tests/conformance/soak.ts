import { balanceOf, betOf, isAcceptedOrDuplicate, stepOf, winOf, type CheckContext } from './checks/check';
import type { Callback, Verdict } from './operator';

/** A round as the aggregator recorded it. Amounts in thousandths. */
export interface RecordedRound {
  readonly userCode: string;
  readonly providerCode: string;
  readonly roundId: string;
  readonly bet: number;
  readonly win: number;
}

interface SoakResult {
  readonly recorded: readonly RecordedRound[];
  readonly faults: readonly string[];
}

const MAX_FAULTS = 20;
const MAX_TRIES = 60;
const RETRY_PAUSE_MS = 50;

/**
 * Plays one player's rounds through a connection that loses, duplicates and reorders requests and answers.
 * After each round the balance must match the recorded rounds to the thousandth.
 */
export async function playRounds(context: CheckContext, hasMore: () => boolean): Promise<SoakResult> {
  const recorded: RecordedRound[] = [];
  const faults: string[] = [];
  let expected = await balanceOf(context);
  while (hasMore() && faults.length < MAX_FAULTS) {
    const round = await playRound(context, expected);
    recorded.push(...round.recorded);
    expected += round.recorded.reduce((sum, { bet, win }) => sum + win - bet, 0);
    const found = await balanceOf(context);
    faults.push(...round.faults);
    if (found !== expected) {
      faults.push(
        `${context.userCode}, round ${round.roundId} (${round.story}): balance ${found}/1000, ` +
          `recorded ${expected}/1000`,
      );
      expected = found;
    }
  }
  return { recorded, faults };
}

interface PlayedRound {
  readonly roundId: string;
  readonly story: string;
  readonly recorded: readonly RecordedRound[];
  readonly faults: readonly string[];
}

async function playRound(context: CheckContext, balance: number): Promise<PlayedRound> {
  const { random, newId, newRoundId } = context;
  const step = stepOf(context);
  const stake = Math.min(random.between(1, 3000) * step, Math.floor(balance / 4 / step) * step);
  const roundId = newRoundId();
  if (stake <= 0)
    return { roundId, story: 'broke', recorded: [], faults: [`${context.userCode} has no money left`] };
  const win = random.chance(0.45) ? random.between(1, 4000) * step : 0;
  const base = { ...betOf(context, stake), roundId };
  const settled = (bet: number, paid: number): RecordedRound[] => [
    { userCode: context.userCode, providerCode: context.providerCode, roundId, bet, win: paid },
  ];
  const credit = winOf(context, base, win);
  const kind = random.between(0, context.hasRollback ? 9 : 7);

  if (kind <= 1) {
    const both: Callback = { ...base, type: 'debit_credit', win };
    const verdict = await sendThrough(context, both);
    return played('bet and win in one', settled(stake, win), verdict);
  }
  if (kind === 2 && win > 0) {
    // The win overtakes its bet and is repeated until accepted.
    const [first, second] = await Promise.all([sendUntilTaken(context, credit), sendThrough(context, base)]);
    return played('win overtakes its bet', settled(stake, win), second, first);
  }
  if (kind === 3) {
    const more: Callback = { ...base, txnId: newId() };
    const verdicts = await Promise.all([sendThrough(context, base), sendThrough(context, more)]);
    if (win > 0) verdicts.push(await sendThrough(context, credit));
    return played('two bets', settled(2 * stake, win), ...verdicts);
  }
  if (kind >= 8) {
    // The bet is rolled back after a lost answer, and then the late bet arrives.
    const isFirst = random.chance(0.5);
    if (!isFirst) await context.operator.send(base);
    const back = await retry(() => context.operator.rollBack(base, credit.txnId));
    const late = await retry(() => context.operator.send(base));
    const refused: Verdict =
      late.kind === 'refused' ? { ...late, kind: 'accepted' } : { ...late, kind: 'refused' };
    return played(isFirst ? 'rollback before its bet' : 'rollback', [], back, refused);
  }
  const verdicts = [await sendThrough(context, base)];
  if (win > 0) verdicts.push(await sendThrough(context, credit));
  return played('bet, then win', settled(stake, win), ...verdicts);

  function played(
    story: string,
    recorded: readonly RecordedRound[],
    ...verdicts: readonly Verdict[]
  ): PlayedRound {
    const failed = verdicts.filter((verdict) => !isAcceptedOrDuplicate(verdict));
    const faults = failed.map(({ word }) => `${context.userCode}, round ${roundId} (${story}): ${word}`);
    return { roundId, story, recorded, faults };
  }
}

/**
 * Sends until the outcome is known; requests and answers get lost, and some requests are sent twice at once.
 */
async function sendThrough(context: CheckContext, callback: Callback): Promise<Verdict> {
  const { random, operator } = context;
  return retry(async () => {
    if (random.chance(0.1)) return LOST;
    const copies = random.chance(0.2) ? random.between(2, 4) : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => operator.send(callback)));
    if (random.chance(0.15)) return LOST;
    return answers.find(({ kind }) => kind === 'accepted') ?? answers[0]!;
  });
}

/** Repeats a win that is refused because it came before its bet. */
async function sendUntilTaken(context: CheckContext, callback: Callback): Promise<Verdict> {
  return retry(async () => {
    const answer = await context.operator.send(callback);
    return answer.kind === 'refused' && answer.word !== 'DUPLICATED_REQUEST' ? LOST : answer;
  });
}

const LOST: Verdict = { kind: 'unknown', word: 'LOST', balance: NaN };

async function retry(send: () => Promise<Verdict>): Promise<Verdict> {
  let verdict = await send();
  for (let tries = 1; tries < MAX_TRIES && verdict.kind === 'unknown'; tries += 1) {
    if (verdict !== LOST || tries > 3)
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * Math.min(tries, 20)));
    verdict = await send();
  }
  return verdict;
}
