import { bus, type BusEventType } from '@palier/shared/bus';
import { signInForTest } from '@palier/shared/testing';
import { balanceDisplay } from '../balance-hold';
import { deliverBalance, deliverCounters, deliverWin } from './publish-messages';

const TYPES: readonly BusEventType[] = ['jackpot/won', 'jackpot/counted', 'balance/changed'];
let facts: [BusEventType, unknown][] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  facts = [];
  stops = TYPES.map((type) => bus.on(type, (payload) => facts.push([type, payload])));
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => stops.forEach((stop) => stop()));

test('When a win arrives, then it is told and its counters replace the present ones', () => {
  const counters = { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 };
  deliverWin(JSON.stringify({ prizeAmount: 50, tier: 'gold', ...counters }));
  expect(facts).toEqual([
    ['jackpot/won', { prizeAmount: 50, tier: 'gold', ...counters }],
    ['jackpot/counted', counters],
  ]);
});

test('When a win brings only its prize, then the counters stay', () => {
  deliverWin('{"prizeAmount":50}');
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
  deliverWin(JSON.stringify({ prizeAmount: 50, ...rest }));
  expect(facts).toEqual([['jackpot/won', { prizeAmount: 50, ...sound }]]);
});

test('When a win is repeated after a reconnection, then it is told once', () => {
  deliverWin('{"prizeAmount":50,"winId":901}');
  deliverWin('{"prizeAmount":50,"winId":901}');
  expect(facts).toHaveLength(1);
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
  deliverWin(body);
  deliverBalance(body);
  expect(facts).toEqual([]);
});

test('When a jackpot is won while a round is on screen, then the header has its prize with the celebration', () => {
  signInForTest({ balance: 100 });
  balanceDisplay.hold();
  deliverBalance('{"balance":149}');
  expect(facts).toEqual([]);
  deliverWin('{"prizeAmount":50}');
  expect(facts).toEqual([
    ['jackpot/won', { prizeAmount: 50 }],
    ['balance/changed', { balance: 149 }],
  ]);
});

test('When two wins arrive within a second, then both are told, in their order', () => {
  deliverWin('{"prizeAmount":50,"winId":902}');
  deliverWin('{"prizeAmount":75,"winId":903}');
  expect(facts.map(([, payload]) => (payload as { prizeAmount: number }).prizeAmount)).toEqual([50, 75]);
});

test('When counters and a balance arrive, then they are told', () => {
  deliverCounters('{"bronzeCounter":1,"silverCounter":2,"goldCounter":3}');
  deliverBalance('{"balance":99.5}');
  expect(facts).toEqual([
    ['jackpot/counted', { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 }],
    ['balance/changed', { balance: 99.5 }],
  ]);
});
