import { createCrashMemory } from './crash-memory';

const VERSION = 'casino 2';
const MINUTE_MS = 60_000;

/** A page that starts to load `VERSION`. */
function startPage() {
  const memory = createCrashMemory();
  memory.recordStart(VERSION);
  return memory;
}

const isBlocked = (): boolean => createCrashMemory().isBlocked(VERSION);
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it('When three starts in a row never came to a picture, then the version is left out for ten minutes', () => {
  for (let start = 0; start < 3; start += 1) {
    expect(isBlocked()).toBe(false);
    startPage();
    wait(20_000);
  }
  expect(isBlocked()).toBe(true);
  wait(9 * MINUTE_MS);
  expect(isBlocked()).toBe(true);
  wait(MINUTE_MS);
  expect(isBlocked()).toBe(false);
});

it('When a browser restores many tabs together, then no version is left out', () => {
  for (let tab = 0; tab < 6; tab += 1) {
    startPage();
    wait(500);
  }
  expect(isBlocked()).toBe(false);
});

it('When slow tabs start one after another and one of them mounts, then the version has its place again', () => {
  const [first] = Array.from({ length: 3 }, () => {
    const page = startPage();
    wait(6_000);
    return page;
  });
  expect(isBlocked()).toBe(true);
  first?.clearStarts(VERSION);
  expect(isBlocked()).toBe(false);
});

it('When a version crashed, then another tab in which it mounted does not bring it back', () => {
  const other = startPage();
  startPage().block(VERSION);
  other.clearStarts(VERSION);
  expect(isBlocked()).toBe(true);
});

it('When a start is long ago, then it is not one of a row', () => {
  for (let start = 0; start < 3; start += 1) {
    startPage();
    wait(2 * MINUTE_MS);
  }
  expect(isBlocked()).toBe(false);
});

it('When visits are left in good order before the picture, then they are no crashes, however many', () => {
  for (let visit = 0; visit < 4; visit += 1) {
    const memory = createCrashMemory();
    memory.recordStart(VERSION);
    jest.setSystemTime(Date.now() + 20_000);
    window.dispatchEvent(new Event('pagehide'));
  }
  expect(createCrashMemory().isBlocked(VERSION)).toBe(false);
  expect(localStorage).toHaveLength(0);
});

it('When a remote is to have its chance again, then each of its versions has, and no other remote', () => {
  const memory = createCrashMemory();
  for (const version of [VERSION, 'casino 1', 'casino-live 1']) memory.block(version);
  memory.unblock('casino');
  expect([VERSION, 'casino 1', 'casino-live 1'].map((version) => memory.isBlocked(version))).toEqual([
    false,
    false,
    true,
  ]);
});
