import { createBus, type Bus, type BusEventType } from '.';

/** Emits what the types forbid, as a remote built against another version might. */
const emitAnyway = (bus: Bus, type: unknown, payload: unknown): void =>
  bus.emit(type as BusEventType, payload as never);

const BALANCES = 'balance/changed';
let warn: jest.SpyInstance;

beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it.each([
  ['an unknown type', 'balance/vanished', { balance: 1 }],
  ['__proto__', '__proto__', {}],
  ['a method of every object', 'toString', {}],
  ['a type that is no string', { toString: (): string => 'balance/changed' }, { balance: 1 }],
  ['a payload of another type', BALANCES, { balance: '12' }],
  ['no payload', BALANCES, undefined],
  ['null', BALANCES, null],
  ['an amount that is no number', BALANCES, { balance: Number.NaN }],
])(
  'bus: an event with %s is dropped, counted and logged, and no listener gets it',
  (_what, type, payload) => {
    const bus = createBus();
    const heard = jest.fn();
    bus.on(BALANCES, heard);
    expect(() => emitAnyway(bus, type, payload)).not.toThrow();
    expect(heard).not.toHaveBeenCalled();
    expect(bus.droppedCount()).toBe(1);
    expect(warn).toHaveBeenCalledTimes(1);
  },
);

it('bus: an event whose payload throws is dropped, and later ones arrive', () => {
  const bus = createBus();
  const heard = jest.fn();
  bus.on(BALANCES, heard);
  const trap = {
    get balance(): number {
      throw new Error('trap');
    },
  };
  expect(() => bus.emit(BALANCES, trap)).not.toThrow();
  bus.emit(BALANCES, { balance: 2 });
  expect(bus.droppedCount()).toBe(1);
  expect(heard.mock.calls).toEqual([[{ balance: 2 }]]);
});

it('bus: neither a prototype nor an extra field of a payload is delivered', () => {
  const bus = createBus();
  const heard = jest.fn();
  bus.on(BALANCES, heard);
  emitAnyway(bus, BALANCES, JSON.parse('{"balance":1,"__proto__":{"polluted":true}}'));
  expect(heard).toHaveBeenCalledWith({ balance: 1 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('bus: all listeners get this event and the next if one of them throws', () => {
  const bus = createBus();
  const shown = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const heard = jest.fn();
  const throwing = jest.fn(() => {
    throw new Error('listener');
  });
  bus.on(BALANCES, throwing);
  bus.on(BALANCES, heard);
  bus.emit(BALANCES, { balance: 1 });
  bus.emit(BALANCES, { balance: 2 });
  expect(heard).toHaveBeenCalledTimes(2);
  expect(throwing).toHaveBeenCalledTimes(2);
  expect(shown).toHaveBeenCalledTimes(2);
});

it('bus: the others still get events after a listener stops', () => {
  const bus = createBus();
  const [one, other] = [jest.fn(), jest.fn()];
  const stop = bus.on(BALANCES, one);
  bus.on(BALANCES, other);
  stop();
  stop();
  bus.emit(BALANCES, { balance: 1 });
  expect(one).not.toHaveBeenCalled();
  expect(other).toHaveBeenCalledTimes(1);
});

it('bus: each valid one of a hundred thousand events arrives, and few faults are logged', () => {
  const bus = createBus();
  let sum = 0;
  bus.on(BALANCES, ({ balance }) => (sum += balance));
  for (let count = 0; count < 50_000; count += 1) {
    bus.emit(BALANCES, { balance: 1 });
    emitAnyway(bus, BALANCES, { balance: 'x' });
  }
  expect(sum).toBe(50_000);
  expect(bus.droppedCount()).toBe(50_000);
  expect(warn.mock.calls.length).toBeLessThan(1_000);
});
