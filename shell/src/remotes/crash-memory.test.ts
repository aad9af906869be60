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

it('crash memory: a version that fails to mount three times in a row is blocked for ten minutes', () => {
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

it('crash memory: no version is blocked when a browser restores many tabs together', () => {
  for (let tab = 0; tab < 6; tab += 1) {
    startPage();
    wait(500);
  }
  expect(isBlocked()).toBe(false);
});

it('crash memory: a version is no longer blocked when one of many slow tabs mounts', () => {
  const [first] = Array.from({ length: 3 }, () => {
    const page = startPage();
    wait(6_000);
    return page;
  });
  expect(isBlocked()).toBe(true);
  first?.clearStarts(VERSION);
  expect(isBlocked()).toBe(false);
});

it('crash memory: a mount in another tab does not unblock a version that crashed', () => {
  const other = startPage();
  startPage().block(VERSION);
  other.clearStarts(VERSION);
  expect(isBlocked()).toBe(true);
});

it('crash memory: starts that are far apart do not block a version', () => {
  for (let start = 0; start < 3; start += 1) {
    startPage();
    wait(2 * MINUTE_MS);
  }
  expect(isBlocked()).toBe(false);
});

it('crash memory: pages that are left before the mount do not block a version', () => {
  for (let visit = 0; visit < 4; visit += 1) {
    const memory = createCrashMemory();
    memory.recordStart(VERSION);
    jest.setSystemTime(Date.now() + 20_000);
    window.dispatchEvent(new Event('pagehide'));
  }
  expect(createCrashMemory().isBlocked(VERSION)).toBe(false);
  expect(localStorage).toHaveLength(0);
  const elsewhere = JSON.stringify({ blocked: {}, starts: { 'agent 1': [Date.now()] } });
  localStorage.setItem('palier.remotes.crashes', elsewhere);
  startPage();
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.values({ ...localStorage })).toEqual([elsewhere]);
});

it('crash memory: unblocking a remote unblocks all its versions and no other remote', () => {
  const memory = createCrashMemory();
  for (const version of ['casino 1', 'casino-live 1']) memory.block(version);
  for (let start = 0; start < 3; start += 1) {
    startPage();
    wait(20_000);
  }
  const blocked = () => [VERSION, 'casino 1', 'casino-live 1'].map((version) => memory.isBlocked(version));
  expect(blocked()).toEqual([true, true, true]);
  memory.unblock('casino');
  expect(blocked()).toEqual([false, false, true]);
});
