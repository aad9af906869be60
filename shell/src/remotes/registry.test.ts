import { startWire } from '../testing/each-test';
import { hangFetch, HttpResponse, server, wire } from '../testing/wire';
import { discardFailedLoad } from './discard-failed-load';
import { fetchRegistry, inlinedRegistry, parseRegistry } from './registry';

const ENTRY = '/remotes/casino/1.0.0/remoteEntry.js';
const version = { entry: ENTRY, preload: [], styles: [], integrity: { [ENTRY]: 'sha384-x' } };
const EVIL = 'https://evil.example/remotes/casino/1.0.0/e.js';
const HASHES = { ...version.integrity, [EVIL]: 'sha384-x' };
const casino = { active: '1.0.0', previous: null, canary: null, versions: { '1.0.0': version } };
const withEntry = (
  entry: string,
  integrity: Record<string, string> = { [entry]: 'sha384-x' },
  origin?: string,
) => ({
  remotes: { casino: { ...casino, origin, versions: { '1.0.0': { entry, integrity } } } },
});

startWire();
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

it('registry: a document is read remote by remote', () => {
  const remotes = { casino };
  expect(parseRegistry({ remotes })).toEqual({ remotes, described: remotes, overrideOrigins: [] });
});

it('registry: the others load if one remote is malformed', () => {
  const { remotes } = parseRegistry({ remotes: { casino, agent: { active: 3 } } });
  expect(remotes).toEqual({ casino });
  expect(console.error).toHaveBeenCalled();
});

it('registry: absent lists are empty', () => {
  const bare = { active: '1.0.0', versions: { '1.0.0': { entry: ENTRY } } };
  expect(parseRegistry({ remotes: { casino: bare } }).remotes.casino).toEqual({
    ...casino,
    versions: { '1.0.0': { entry: ENTRY, preload: [], styles: [], integrity: {} } },
  });
});

it('registry: a malformed document throws', () => {
  expect(() => parseRegistry('x')).toThrow();
});

describe('production build', () => {
  const environment = process.env.NODE_ENV;
  const setEnvironment = (name: string | undefined) => Object.assign(process.env, { NODE_ENV: name });
  beforeEach(() => setEnvironment('production'));
  afterEach(() => setEnvironment(environment));

  it.each([
    ['another origin', withEntry('https://evil.example/remotes/casino/1.0.0/e.js')],
    ['a script address', withEntry('javascript:alert(1)')],
    ['a data address', withEntry('data:text/javascript,alert(1)')],
    ['a data address and its origin', withEntry('data:/remotes/casino/e.js', undefined, 'null')],
    ['a protocol-relative address', withEntry('//evil.example/remotes/casino/e.js')],
    ['another remote’s folder', withEntry('/remotes/agent/1.0.0/e.js')],
    ['a way out of the folder', withEntry('/remotes/casino/../../api/v1/x.js')],
    ['no hash', withEntry(ENTRY, {})],
    ['an empty hash', withEntry(ENTRY, { [ENTRY]: '' })],
    ['a hash that browsers ignore', withEntry(ENTRY, { [ENTRY]: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })],
    [
      'another origin for a chunk',
      {
        remotes: {
          casino: { ...casino, versions: { 1: { ...version, preload: [EVIL], integrity: HASHES } } },
        },
      },
    ],
    [
      'another origin for a style',
      {
        remotes: {
          casino: { ...casino, versions: { 1: { ...version, styles: [EVIL], integrity: HASHES } } },
        },
      },
    ],
    [
      'another origin for its second version',
      {
        remotes: {
          casino: { ...casino, versions: { 1: version, 2: { ...version, entry: EVIL, integrity: HASHES } } },
        },
      },
    ],
    ['a malformed hash', withEntry(ENTRY, { [ENTRY]: 'sha384-?' })],
  ])('registry: a remote with %s is not loaded', (_what, document) => {
    expect(parseRegistry(document).remotes.casino).toBeUndefined();
  });

  it('registry: a remote in its own folder, or on the origin that serves it, is loaded', () => {
    expect(parseRegistry(withEntry(ENTRY)).remotes.casino).toBeDefined();
    const elsewhere = 'https://casino.example/remotes/casino/1.0.0/e.js';
    const document = withEntry(elsewhere, { [elsewhere]: 'sha384-x' }, 'https://casino.example');
    expect(parseRegistry(document).remotes.casino).toBeDefined();
  });
});

it('registry: the one in the page is read, and is null when absent or malformed', () => {
  expect(inlinedRegistry()).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'palier-remotes';
  script.textContent = JSON.stringify({ remotes: { casino } });
  document.head.append(script);
  expect(inlinedRegistry()?.remotes).toEqual({ casino });
  script.textContent = '{';
  expect(inlinedRegistry()).toBeNull();
});

describe('browser of 2022', () => {
  const environment = process.env.NODE_ENV;
  const { canParse } = URL;
  const { timeout } = AbortSignal;
  beforeEach(() => {
    Object.assign(process.env, { NODE_ENV: 'production' });
    Reflect.deleteProperty(URL, 'canParse');
    Reflect.deleteProperty(AbortSignal, 'timeout');
  });
  afterEach(() => {
    Object.assign(process.env, { NODE_ENV: environment });
    Object.assign(URL, { canParse });
    Object.assign(AbortSignal, { timeout });
  });

  it('registry: an invalid address removes the remote in a browser without URL.canParse', () => {
    expect(parseRegistry({ remotes: { casino } }).remotes).toEqual({ casino });
    expect(parseRegistry(withEntry('https://')).remotes).toEqual({});
  });

  it('registry: a fetched registry is read, and an error names its status', async () => {
    server.use(wire.get('*/remotes.json', () => HttpResponse.json({ remotes: { casino } })));
    const fetched = jest.spyOn(window, 'fetch');
    expect((await fetchRegistry()).remotes).toEqual({ casino });
    expect(fetched.mock.calls[0]?.[1]?.cache).toBe('no-cache');
    server.use(wire.get('*/remotes.json', () => HttpResponse.json({}, { status: 503 })));
    await expect(fetchRegistry()).rejects.toThrow('answered 503');
  });

  it('registry: a read fails within 3 s and a discard ends within 1.5 s if the host hangs', async () => {
    jest.useFakeTimers();
    hangFetch();
    const read = expect(fetchRegistry()).rejects.toThrow('aborted');
    const discarded = discardFailedLoad({ ...version, preload: [ENTRY] });
    jest.advanceTimersByTime(1_500);
    await discarded;
    jest.advanceTimersByTime(1_500);
    await read;
    jest.useRealTimers();
  });

  it('registry: a failed try refetches its files and removes its scripts, not those of others', async () => {
    for (const src of ['/remotes/casino/1.0.0/a.js', '/remotes/agent/1.0.0/a.js'])
      document.head.append(Object.assign(document.createElement('script'), { src }));
    const refreshed: string[] = [];
    server.use(
      wire.get('*/remotes/casino/1.0.0/routes.js', ({ request }) => {
        refreshed.push(request.cache);
        return HttpResponse.text('');
      }),
    );
    server.use(wire.get('*/remotes/casino/1.0.0/lost.css', () => HttpResponse.error()));
    const styles = ['/remotes/casino/1.0.0/lost.css'];
    await discardFailedLoad({ ...version, styles, preload: ['/remotes/casino/1.0.0/routes.js'] });
    expect(refreshed).toEqual(['reload']);
    const scripts = [...document.head.querySelectorAll('script')];
    expect(scripts.map(({ src }) => new URL(src).pathname)).toEqual(['/remotes/agent/1.0.0/a.js']);
  });
});
