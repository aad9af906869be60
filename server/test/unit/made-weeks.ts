import { createRandom, type Random } from '@palier/test-support/random';

const MINUTES_PER_DAY = 1440;
const PAST_DAYS = 4;
const TODAY = PAST_DAYS;
const MIDDLE_DAY = 2;
const FRIDAY = 5;
const FIRST_PAYDAY = 25;
const DAYS_PER_MONTH = 30;

/** What an estimate may know: four same weekdays, the oldest first, and today until now. */
export interface MadeHistory {
  readonly balance: number;
  readonly nowMinute: number;
  readonly days: readonly (readonly number[] | null)[];
  readonly today: readonly number[];
}

export interface MadeWeek {
  readonly history: MadeHistory;
  /** The minute after `nowMinute` in which today's movements exceed the balance; null where it lasts. */
  readonly endMinute: number | null;
}

/** An amount that the agent gives to a sub-account; a negative one is taken back. */
interface Movement {
  readonly minute: number;
  readonly amount: number;
}

/** A time of the day at which sub-accounts ask for balance. */
interface Peak {
  readonly centerMinute: number;
  readonly widthMinutes: number;
  /** Its part of the movements of an ordinary day. */
  readonly share: number;
}

/** The process that draws the four past days and today. */
interface Agent {
  todayOfWeek: number;
  todayOfMonth: number;
  opensAt: number;
  closesAt: number;
  peaks: readonly Peak[];
  /** The days from `fastFrom` to before `fastUntil` have the hours of Ramadan. */
  fastFrom: number;
  fastUntil: number;
  fastPeaks: readonly Peak[];
  movementsPerDay: number;
  movementAmount: number;
  amountSpread: number;
  /** How far a whole day, and each of its peaks, is from the ordinary day. */
  daySpread: number;
  peakSpread: number;
  peakShiftMinutes: number;
  weeklyGrowth: number;
  paydayFactor: number;
  paydayCount: number;
  matchChance: number;
  /** What a football evening adds, as a part of an ordinary day. */
  matchShare: number;
  closedChance: number;
  halfDayChance: number;
  takenBackShare: number;
  /** The time at which the agent takes back from sub-accounts; null where it is any time. */
  collectsAt: number | null;
  /** The chance that the morning has to wait for a deposit, and when that deposit comes. */
  waitsChance: number;
  waitsUntil: number;
  /** The chance that a past day ended early because the balance was used up. */
  ranOutChance: number;
  knownDays: number;
}

const clock = (hour: number, minute = 0): number => hour * 60 + minute;

function real(random: Random, least: number, most: number): number {
  const steps = 1_000_000;
  return least + ((most - least) * random.between(0, steps)) / steps;
}

/** A normally distributed number with mean 0 and deviation 1. */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(real(random, 1e-9, 1)));
  return radius * Math.cos(2 * Math.PI * real(random, 0, 1));
}

/** A factor whose mean is 1 and whose logarithm has the deviation `spread`. */
const factor = (random: Random, spread: number): number =>
  Math.exp(spread * normal(random) - spread ** 2 / 2);

/** The number of independent events where `mean` are expected. */
function eventCount(random: Random, mean: number): number {
  let count = -1;
  for (let elapsed = 0; elapsed <= mean; count += 1) elapsed -= Math.log(real(random, 1e-9, 1));
  return count;
}

const peak = (centerMinute: number, widthMinutes: number, share: number): Peak => ({
  centerMinute,
  widthMinutes,
  share,
});

function sharesOfOne(peaks: readonly Peak[]): Peak[] {
  const total = peaks.reduce((sum, { share }) => sum + share, 0);
  return peaks.map((each) => peak(each.centerMinute, each.widthMinutes, each.share / total));
}

/** Morning, noon and evening, on a broad base; some agents have no morning or no noon. */
function drawPeaks(random: Random): Peak[] {
  const morning = random.chance(0.15) ? 0 : real(random, 0.4, 1.2);
  const noon = random.chance(0.2) ? 0 : real(random, 0.3, 0.9);
  return sharesOfOne([
    peak(real(random, clock(9, 30), clock(11)), real(random, 45, 80), morning),
    peak(real(random, clock(12, 30), clock(13, 45)), real(random, 35, 60), noon),
    peak(real(random, clock(17, 45), clock(20, 15)), real(random, 65, 110), real(random, 0.8, 2.2)),
    peak(clock(15), 240, real(random, 0.4, 1)),
  ]);
}

/** In Ramadan: a late start, the hours before the fast is broken, and the night until after midnight. */
const drawFastPeaks = (random: Random): Peak[] =>
  sharesOfOne([
    peak(clock(0, 30), 45, real(random, 0.1, 0.3)),
    peak(real(random, clock(11, 30), clock(12, 30)), 70, real(random, 0.2, 0.5)),
    peak(real(random, clock(15, 30), clock(17)), 60, real(random, 0.3, 0.8)),
    peak(real(random, clock(21), clock(22, 30)), 65, real(random, 1, 2)),
  ]);

function drawSteadyAgent(random: Random): Agent {
  return {
    todayOfWeek: random.between(0, 6),
    todayOfMonth: random.between(1, DAYS_PER_MONTH),
    opensAt: random.between(clock(7, 30), clock(9, 30)),
    closesAt: random.between(clock(21), clock(23, 45)),
    peaks: drawPeaks(random),
    fastFrom: TODAY + 1,
    fastUntil: TODAY + 1,
    fastPeaks: drawFastPeaks(random),
    movementsPerDay: random.chance(0.3) ? random.between(200, 400) : random.between(60, 200),
    movementAmount: real(random, 8, 40),
    amountSpread: real(random, 0.5, 0.8),
    daySpread: real(random, 0.06, 0.15),
    peakSpread: real(random, 0.05, 0.15),
    peakShiftMinutes: 8,
    weeklyGrowth: real(random, 0.97, 1.05),
    paydayFactor: real(random, 1, 1.2),
    paydayCount: random.between(4, 11),
    matchChance: random.pick([0.1, 0.3, 0.6]),
    matchShare: real(random, 0.05, 0.15),
    closedChance: 0.01,
    halfDayChance: 0,
    takenBackShare: real(random, 0, 0.04),
    collectsAt: null,
    waitsChance: 0,
    waitsUntil: 0,
    ranOutChance: 0,
    knownDays: PAST_DAYS,
  };
}

/** Fewer and more unequal movements; days, hours, paydays and football evenings vary. */
function makeNoisy(agent: Agent, random: Random): void {
  agent.movementsPerDay = random.between(25, 90);
  agent.movementAmount = real(random, 15, 80);
  agent.amountSpread = real(random, 0.7, 1);
  agent.daySpread = real(random, 0.15, 0.35);
  agent.peakSpread = real(random, 0.15, 0.35);
  agent.peakShiftMinutes = 25;
  agent.weeklyGrowth = real(random, 0.9, 1.12);
  agent.paydayFactor = real(random, 1.1, 1.6);
  agent.matchShare = real(random, 0.1, 0.35);
  agent.closedChance = 0.03;
  agent.halfDayChance = 0.04;
  agent.takenBackShare = real(random, 0, 0.1);
}

type Oddity = (agent: Agent, random: Random) => void;

const ODDITIES: readonly Oddity[] = [
  function paydays(agent, random) {
    agent.paydayFactor = real(random, 1.8, 3.2);
  },
  function closedDays(agent, random) {
    agent.closedChance = real(random, 0.15, 0.35);
    agent.halfDayChance = 0.15;
  },
  function newAgent(agent, random) {
    agent.knownDays = random.pick([0, 1, 1, 2, 2, 3]);
    agent.weeklyGrowth = real(random, 1.05, 1.45);
  },
  function fewBigMovements(agent, random) {
    agent.movementsPerDay = random.between(4, 12);
    agent.movementAmount = real(random, 150, 600);
    agent.amountSpread = real(random, 0.6, 1);
  },
  function collects(agent, random) {
    agent.takenBackShare = real(random, 0.15, 0.28);
    agent.collectsAt = random.pick([clock(11), clock(16), clock(22)]);
  },
  function ramadan(agent, random) {
    agent.fastFrom = random.between(0, TODAY);
    agent.fastUntil = agent.fastFrom === 0 ? random.between(1, TODAY + 1) : TODAY + 1;
  },
  function football(agent, random) {
    agent.matchChance = 0.5;
    agent.matchShare = real(random, 0.5, 1.1);
  },
  function steepTrend(agent, random) {
    agent.weeklyGrowth = random.chance(0.5) ? real(random, 0.65, 0.82) : real(random, 1.2, 1.4);
  },
  function morningDeposit(agent, random) {
    agent.waitsChance = 0.6;
    agent.waitsUntil = random.between(clock(9, 30), clock(11, 30));
  },
  function runsOut(agent, random) {
    agent.ranOutChance = real(random, 0.3, 0.7);
  },
];

/** Weeks are steady, noisy and odd in turn; an odd agent is otherwise steady or noisy. */
function drawAgent(random: Random, index: number): Agent {
  const agent = drawSteadyAgent(random);
  const turn = index % 3;
  if (turn === 1 || (turn === 2 && random.chance(0.5))) makeNoisy(agent, random);
  if (turn === 2) random.pick(ODDITIES)(agent, random);
  return agent;
}

const isFast = (agent: Agent, day: number): boolean => day >= agent.fastFrom && day < agent.fastUntil;

function isPayday(agent: Agent, day: number): boolean {
  const daysSinceFirst = agent.todayOfMonth - 7 * (TODAY - day) - FIRST_PAYDAY;
  return (daysSinceFirst + 2 * DAYS_PER_MONTH) % DAYS_PER_MONTH < agent.paydayCount;
}

/** How much of its usual pace a minute has: doors, the prayer on Friday, the meal that ends the fast. */
function openness(agent: Agent, day: number, minute: number): number {
  if (isFast(agent, day)) {
    if (minute > clock(2) && minute < clock(10)) return 0.02;
    return minute >= clock(18) && minute < clock(19, 15) ? 0.1 : 1;
  }
  if (minute < agent.opensAt || minute > agent.closesAt) return 0.02;
  return agent.todayOfWeek === FRIDAY && minute >= clock(12, 15) && minute < clock(13, 45) ? 0.2 : 1;
}

function bell(minute: number, { centerMinute, widthMinutes, share }: Peak): number {
  const distance = (minute - centerMinute) / widthMinutes;
  return (share / (widthMinutes * Math.sqrt(2 * Math.PI))) * Math.exp(-(distance ** 2) / 2);
}

/** The expected number of movements of each minute. */
function paceOf(agent: Agent, day: number, peaks: readonly Peak[]): number[] {
  const payday = isPayday(agent, day) ? agent.paydayFactor : 1;
  const level = agent.movementsPerDay * agent.weeklyGrowth ** (day - MIDDLE_DAY) * payday;
  return Array.from({ length: MINUTES_PER_DAY }, (_, minute) => {
    const share = peaks.reduce((sum, each) => sum + bell(minute, each), 0);
    return level * openness(agent, day, minute) * share;
  });
}

const ordinaryPeaks = (agent: Agent, day: number): readonly Peak[] =>
  isFast(agent, day) ? agent.fastPeaks : agent.peaks;

/** The peaks of one real day: moved, higher or lower than usual, with or without a football match. */
function drawDayPeaks(agent: Agent, day: number, random: Random): Peak[] {
  const dayFactor = factor(random, agent.daySpread);
  const peaks = ordinaryPeaks(agent, day).map(({ centerMinute, widthMinutes, share }) =>
    peak(
      centerMinute + agent.peakShiftMinutes * normal(random),
      widthMinutes,
      share * dayFactor * factor(random, agent.peakSpread),
    ),
  );
  if (random.chance(agent.matchChance)) {
    const kickOff = random.pick([clock(16), clock(18), clock(20), clock(21)]);
    peaks.push(peak(kickOff - 30, 40, agent.matchShare));
  }
  return peaks;
}

/** People ask for round amounts. */
function roundAmount(amount: number): number {
  if (amount >= 200) return Math.round(amount / 50) * 50;
  if (amount >= 20) return Math.round(amount / 5) * 5;
  return Math.max(1, Math.round(amount * 2) / 2);
}

function drawMovement(agent: Agent, minute: number, random: Random): Movement {
  const amount = roundAmount(agent.movementAmount * factor(random, agent.amountSpread));
  if (!random.chance(agent.takenBackShare)) return { minute, amount };
  if (agent.collectsAt === null) return { minute, amount: -amount };
  const collected = Math.round(agent.collectsAt + 30 * normal(random));
  return { minute: Math.min(MINUTES_PER_DAY - 1, collected), amount: -amount };
}

/** The movements that sub-accounts ask for, minute by minute at the pace of the day. */
function drawRequests(agent: Agent, day: number, random: Random): Movement[] {
  const movements: Movement[] = [];
  for (const [minute, pace] of paceOf(agent, day, drawDayPeaks(agent, day, random)).entries()) {
    for (let left = eventCount(random, pace); left > 0; left -= 1) {
      movements.push(drawMovement(agent, minute, random));
    }
  }
  return movements;
}

/** What could not be given in the morning is given soon after the deposit. */
function waitForDeposit(agent: Agent, movements: readonly Movement[], random: Random): Movement[] {
  return movements.map(({ minute, amount }) => ({
    minute: minute < agent.waitsUntil ? agent.waitsUntil + random.between(0, 30) : minute,
    amount,
  }));
}

/** The movements of a day, in their order. Today's are the demand: a used-up balance does not end them. */
function drawDay(agent: Agent, day: number, random: Random): Movement[] {
  if (random.chance(agent.closedChance)) return [];
  let movements = drawRequests(agent, day, random);
  if (random.chance(agent.waitsChance)) movements = waitForDeposit(agent, movements, random);
  if (random.chance(agent.halfDayChance)) {
    const isMorningOff = random.chance(0.5);
    movements = movements.filter(({ minute }) => minute >= clock(14, 30) === isMorningOff);
  }
  if (day !== TODAY && random.chance(agent.ranOutChance)) {
    const ranOutAt = random.between(clock(16), clock(21));
    movements = movements.filter(({ minute }) => minute < ranOutAt);
  }
  return movements.sort((one, other) => one.minute - other.minute);
}

function hourSums(movements: readonly Movement[], hourCount: number): number[] {
  const sums = Array.from({ length: hourCount }, () => 0);
  for (const { minute, amount } of movements) sums[Math.floor(minute / 60)]! += amount;
  return sums;
}

/**
 * The balance follows from what the agent expects of the day, never from what the rest of it brings: the
 * float of the morning less what was given since, or a later deposit for a part of the rest of the day.
 */
function drawBalance(agent: Agent, nowMinute: number, givenSoFar: number, random: Random): number {
  const pace = paceOf(agent, TODAY, ordinaryPeaks(agent, TODAY));
  const amount = agent.movementAmount * (1 - 2 * agent.takenBackShare);
  const expectedFrom = (start: number): number =>
    amount * pace.reduce((sum, each, minute) => (minute >= start ? sum + each : sum), 0);
  const wholeDay = expectedFrom(0);
  if (random.chance(0.1)) return wholeDay * real(random, 1.2, 3);
  const left = wholeDay * real(random, 0.5, 1.1) - givenSoFar;
  if (random.chance(0.4) && left > 0.03 * wholeDay) return left;
  return Math.max(5, expectedFrom(nowMinute) * real(random, 0.1, 1.05));
}

function findEndMinute(movements: readonly Movement[], nowMinute: number, balance: number): number | null {
  let left = balance;
  for (const { minute, amount } of movements) {
    if (minute <= nowMinute) continue;
    left -= amount;
    if (left < 0) return minute;
  }
  return null;
}

function makeWeek(random: Random, index: number): MadeWeek {
  const agent = drawAgent(random, index);
  const days = Array.from({ length: PAST_DAYS }, (_, day) => {
    const hours = hourSums(drawDay(agent, day, random), 24);
    return day < PAST_DAYS - agent.knownDays ? null : hours;
  });
  const movements = drawDay(agent, TODAY, random);
  const nowMinute = random.between(Math.max(clock(8), agent.waitsUntil), clock(20));
  const soFar = movements.filter(({ minute }) => minute <= nowMinute);
  const given = soFar.reduce((sum, { amount }) => sum + amount, 0);
  const balance = Math.round(drawBalance(agent, nowMinute, given, random) * 10) / 10;
  return {
    history: {
      balance,
      nowMinute,
      days,
      today: hourSums(soFar, Math.floor(nowMinute / 60) + 1),
    },
    endMinute: findEndMinute(movements, nowMinute, balance),
  };
}

/**
 * Weeks of counter agents with single movements behind them: a third steady, a third noisy, a third odd (far
 * more at paydays, closed days, new agents, few big movements, amounts taken back, Ramadan, football, a steep
 * trend, mornings that wait for a deposit, past evenings without balance). One process draws the past days
 * and today.
 *
 * @param seed a 32-bit whole number; the same seed gives the same weeks, a smaller count the first of them.
 */
export function makeWeeks(seed: number, count: number): MadeWeek[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => makeWeek(random, index));
}
