import { bus, type BusEventType } from '@palier/shared/bus';
import { recordEvents, signInForTest } from '@palier/shared/testing';
import { balanceHold } from '../balance-hold';
import {
  createRefusalPublisher,
  createWinPublisher,
  publishBalance,
  publishCounters,
} from './publish-messages';

const TYPES: readonly BusEventType[] = ['jackpot/won', 'jackpot/counted', 'balance/changed'];
let events: [type: BusEventType, payload: unknown][] = [];
let stops: (() => void)[] = [];
let wins: ReturnType<typeof createWinPublisher>;
const acknowledge = jest.fn();

const publishWin = (win: object): void => wins.publishWin(JSON.stringify(win), acknowledge);
const show = (id: number): void => bus.emit('jackpot/win-shown', { id });

beforeEach(() => {
  events = [];
  acknowledge.mockReset();
  wins = createWinPublisher();
  stops = TYPES.map((type) => bus.on(type, (payload) => events.push([type, payload])));
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  wins.stop();
  stops.forEach((stop) => stop());
});

test('jackpot win: one without an id is published and acknowledged, and its counters count', () => {
  const counters = { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 };
  publishWin({ prizeAmount: 50, tier: 'gold', ...counters });
  expect(events).toEqual([
    ['jackpot/won', { prizeAmount: 50, tier: 'gold', ...counters }],
    ['jackpot/counted', counters],
  ]);
  expect(acknowledge).toHaveBeenCalledTimes(1);
});

test.each([
  [{}, {}],
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
])('jackpot win: with the fields %j, its prize is published with the valid ones', (fields, valid) => {
  publishWin({ prizeAmount: 50, ...fields });
  expect(events).toEqual([['jackpot/won', { prizeAmount: 50, ...valid }]]);
});

test('jackpot win: a repeat before it was shown is acknowledged but not published again', () => {
  const first = jest.fn();
  wins.publishWin('{"prizeAmount":50,"winId":901}', first);
  publishWin({ prizeAmount: 50, winId: 901 });
  expect(events).toHaveLength(1);
  expect(acknowledge).not.toHaveBeenCalled();
  show(901);
  show(901);
  expect(acknowledge).toHaveBeenCalledTimes(1);
  expect(first).not.toHaveBeenCalled();
});

test('jackpot win: a repeat after it was shown is acknowledged and never shown again', () => {
  publishWin({ prizeAmount: 50, winId: 904 });
  show(904);
  wins.stop();
  wins = createWinPublisher();
  publishWin({ prizeAmount: 50, winId: 904 });
  expect(events).toHaveLength(1);
  expect(acknowledge).toHaveBeenCalledTimes(2);
});

test('jackpot win: the next sign-in publishes it again if the session ended before it was shown', () => {
  publishWin({ prizeAmount: 50, winId: 905 });
  wins.stop();
  wins = createWinPublisher();
  publishWin({ prizeAmount: 50, winId: 905 });
  expect(events).toHaveLength(2);
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
])('message %j: it is dropped, nothing is thrown, and a win is acknowledged', (body) => {
  wins.publishWin(body, acknowledge);
  publishBalance(body);
  expect(events).toEqual([]);
  expect(acknowledge).toHaveBeenCalledTimes(1);
});

test('jackpot win: it releases the balance that a round holds back', () => {
  signInForTest({ balance: 100 });
  balanceHold.hold();
  publishBalance('{"balance":149}');
  expect(events).toEqual([]);
  publishWin({ prizeAmount: 50 });
  expect(events).toEqual([
    ['jackpot/won', { prizeAmount: 50 }],
    ['balance/changed', { balance: 149 }],
  ]);
});

test('jackpot wins: a second one before the first was shown follows it in order', () => {
  publishWin({ prizeAmount: 50, winId: 902 });
  publishWin({ prizeAmount: 75, winId: 903 });
  expect(events.map(([, payload]) => payload)).toEqual([
    { prizeAmount: 50, winId: 902 },
    { prizeAmount: 75, winId: 903 },
  ]);
});

test('refused stake: its text is a notice, once while the game repeats it, and no other message is', () => {
  const notices = recordEvents('notice/raised');
  const publish = createRefusalPublisher();
  const refusal = { code: 'stake/funds', text: 'Mise refusée. Misez moins.' };
  for (let time = 0; time < 3; time += 1) publish(JSON.stringify(refusal));
  for (const body of ['', '{}', '{"code":"stake/limit"}', '{"code":1,"text":"x"}', '<p>']) publish(body);
  publish(JSON.stringify({ code: 'stake/limit', text: 'Demandez un retrait.' }));
  expect(notices.map(({ tone, text }) => [tone, text])).toEqual([
    ['failure', 'Mise refusée. Misez moins.'],
    ['failure', 'Demandez un retrait.'],
  ]);
});

test('counters and balance: their messages are published', () => {
  publishCounters('{"bronzeCounter":1,"silverCounter":2,"goldCounter":3}');
  publishBalance('{"balance":99.5}');
  expect(events).toEqual([
    ['jackpot/counted', { bronzeCounter: 1, silverCounter: 2, goldCounter: 3 }],
    ['balance/changed', { balance: 99.5 }],
  ]);
});
