import { createCrashMemory } from './crash-memory';

const VERSION = 'casino 2';

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it('When visits are left in good order before the picture, then they are no crashes, however many', () => {
  for (let visit = 0; visit < 4; visit += 1) {
    const memory = createCrashMemory();
    memory.noteStart(VERSION);
    jest.setSystemTime(Date.now() + 20_000);
    window.dispatchEvent(new Event('pagehide'));
  }
  expect(createCrashMemory().isAside(VERSION)).toBe(false);
  expect(localStorage).toHaveLength(0);
});

it('When a remote is to have its chance again, then each of its versions has, and no other remote', () => {
  const memory = createCrashMemory();
  for (const version of [VERSION, 'casino 1', 'casino-live 1']) memory.noteCrash(version);
  memory.forget('casino');
  expect([VERSION, 'casino 1', 'casino-live 1'].map((version) => memory.isAside(version))).toEqual([
    false,
    false,
    true,
  ]);
});
