import { bus, type BusEventType } from '@palier/shared/bus';
import { signInForTest } from '@palier/shared/testing';
import { balanceHold } from '../balance-hold';
import { createWinPublisher, publishBalance, publishCounters } from './publish-messages';

const TYPES: readonly BusEventType[] = ['jackpot/won', 'jackpot/counted', 'balance/changed'];
let facts: [BusEventType, unknown][] = [];
let stops: (() => void)[] = [];
const acknowledge = jest.fn();
let wins: ReturnType<typeof createWinPublisher>;
const publishWin = (body: string): void => wins.publishWin(body, acknowledge);
const show = (id: number): void => bus.emit('jackpot/win-shown', { id });

beforeEach(() => {
  facts = [];
  acknowledge.mockReset();
  wins = createWinPublisher();
  stops = TYPES.map((type) => bus.on(type, (payload) => facts.push([type, payload])));
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  wins.stop();
  stops.forEach((stop) => stop());
});

test('When a win arrives, then it is told and its counters replace the present ones', () => {
  const counters = { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 };
  publishWin(JSON.stringify({ prizeAmount: 50, tier: 'gold', ...counters }));
  expect(facts).toEqual([
    ['jackpot/won', { prizeAmount: 50, tier: 'gold', ...counters }],
    ['jackpot/counted', counters],
  ]);
});

test('When a win brings only its prize, then the counters stay', () => {
  publishWin('{"prizeAmount":50}');
  expect(facts).toEqual([['jackpot/won', { prizeAmount: 50 }]]);
});

test.each([
  [{ winnerUsername: null }, {}],
  [{ tier: 'GOLD' }, {}],
  [{ winId: 'a1' }, {}],
  [
    { bronzeCounter: '1', silverCounter: 2, goldCounter: 3 },
    { silverCounter: 2, goldCounter: 3 },
  ],
  [
    { tier: { name: 'gold' }, winnerUsername: 'client', currency: 'TND', constructor: 1 },
    { winnerUsername: 'client' },
  ],
])('When a win comes with %j, then its prize is told, and of the rest what is sound', (rest, sound) => {
  publishWin(JSON.stringify({ prizeAmount: 50, ...rest }));
  expect(facts).toEqual([['jackpot/won', { prizeAmount: 50, ...sound }]]);
});

test('jackpot win: it is repeated before it was shown, one overlay shows it and its last copy is acknowledged', () => {
  const first = jest.fn();
  wins.publishWin('{"prizeAmount":50,"winId":901}', first);
  publishWin('{"prizeAmount":50,"winId":901}');
  expect(facts).toHaveLength(1);
  expect(acknowledge).not.toHaveBeenCalled();
  show(901);
  expect(acknowledge).toHaveBeenCalledTimes(1);
  expect(first).not.toHaveBeenCalled();
});

test('jackpot win: it is repeated after it was shown, also to a later sign-in, it is acknowledged and not shown again', () => {
  publishWin('{"prizeAmount":50,"winId":904}');
  show(904);
  wins.stop();
  wins = createWinPublisher();
  publishWin('{"prizeAmount":50,"winId":904}');
  expect(facts).toHaveLength(1);
  expect(acknowledge).toHaveBeenCalledTimes(2);
});

test('jackpot win: the session ends before it was shown, the next sign-in publishes it again', () => {
  publishWin('{"prizeAmount":50,"winId":905}');
  wins.stop();
  wins = createWinPublisher();
  publishWin('{"prizeAmount":50,"winId":905}');
  expect(facts).toHaveLength(2);
  expect(acknowledge).not.toHaveBeenCalled();
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '{}',
  '<p>502 Bad Gateway</p>',
  '{"prizeAmount":"50"}',
  '{"prizeAmount":null}',
  '{"prizeAmount":-1}',
  '{"prizeAmount":0}',
  '{"prizeAmount":1e308}',
  '{"prizeAmount":1e999}',
  '{"balance":null}',
  '{"bronzeCounter":"x"}',
])('When a message is %j, then it is dropped and nothing is thrown', (body) => {
  publishWin(body);
  publishBalance(body);
  expect(facts).toEqual([]);
  expect(acknowledge).toHaveBeenCalledTimes(1);
});

test('When a jackpot is won while a round is on screen, then the header has its prize with the celebration', () => {
  signInForTest({ balance: 100 });
  balanceHold.hold();
  publishBalance('{"balance":149}');
  expect(facts).toEqual([]);
  publishWin('{"prizeAmount":50}');
  expect(facts).toEqual([
    ['jackpot/won', { prizeAmount: 50 }],
    ['balance/changed', { balance: 149 }],
  ]);
});

test('When two wins arrive within a second, then both are told, in their order', () => {
  publishWin('{"prizeAmount":50,"winId":902}');
  publishWin('{"prizeAmount":75,"winId":903}');
  expect(facts.map(([, payload]) => (payload as { prizeAmount: number }).prizeAmount)).toEqual([50, 75]);
});

test('When counters and a balance arrive, then they are told', () => {
  publishCounters('{"bronzeCounter":1,"silverCounter":2,"goldCounter":3}');
  publishBalance('{"balance":99.5}');
  expect(facts).toEqual([
    ['jackpot/counted', { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 }],
    ['balance/changed', { balance: 99.5 }],
  ]);
});
