import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { runWire } from '../testing';
import type * as BusModule from '../bus';
import type { EarlyRead } from '../early-read';
import type * as HttpModule from './index';

const ADDRESS = '/casino/games?providerCode=PRAGMATIC';
const EARLY_READ: EarlyRead = {
  address: ADDRESS,
  token: 'a1',
  answer: Promise.resolve({ by: 'early read' }),
  drawn: Promise.resolve(),
};
const anyBody = { parse: (body: unknown) => body };

const server = setupServer();
const called: string[] = [];

runWire(server);
beforeEach(() => {
  called.length = 0;
  sessionStorage.setItem('token', 'a1');
  server.use(
    wire.get('*/api/v1/*', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      called.push(pathname.replace('/api/v1', '') + search);
      return HttpResponse.json({ by: 'call' });
    }),
  );
});
afterEach(() => sessionStorage.clear());

let emitSessionEnded: () => void;

/** The HTTP layer of a page whose first frame has started `read`. */
function startPage(read: Partial<EarlyRead>): (providerCode: string) => Promise<unknown> {
  window.palierEarlyRead = { ...EARLY_READ, ...read };
  let page: typeof HttpModule | undefined;
  jest.isolateModules(() => {
    page = jest.requireActual<typeof HttpModule>('./index');
    const { bus } = jest.requireActual<typeof BusModule>('../bus');
    emitSessionEnded = () => bus.emit('session/ended', { reason: 'signed-out' });
  });
  return (providerCode) => page!.http.get('/casino/games', anyBody, { query: { providerCode } });
}

it('early read: the first call of its address gets its answer, the second one calls', async () => {
  const read = startPage({});
  expect(await read('PRAGMATIC')).toEqual({ by: 'early read' });
  expect(called).toEqual([]);
  expect(await read('PRAGMATIC')).toEqual({ by: 'call' });
  expect(called).toEqual([ADDRESS]);
});

it('early read: another address is called, and leaves the answer to the address that was read', async () => {
  const read = startPage({});
  expect(await read('HABANERO')).toEqual({ by: 'call' });
  expect(await read('PRAGMATIC')).toEqual({ by: 'early read' });
});

it('early read: after a read that failed or was refused the page calls by itself', async () => {
  const read = startPage({ answer: Promise.resolve(null) });
  expect(await read('PRAGMATIC')).toEqual({ by: 'call' });
});

it('early read: the answer to the token of an earlier session is not used', async () => {
  const read = startPage({ token: 'of another session' });
  expect(await read('PRAGMATIC')).toEqual({ by: 'call' });
});

it('early read: no answer is taken from a script that runs after the HTTP layer', async () => {
  const read = startPage({ address: '/another' });
  window.palierEarlyRead = EARLY_READ;
  expect(await read('PRAGMATIC')).toEqual({ by: 'call' });
});

it('early read: neither the page nor the HTTP layer keeps it after the session', async () => {
  const read = startPage({});
  expect('palierEarlyRead' in window).toBe(false);
  emitSessionEnded();
  expect(await read('PRAGMATIC')).toEqual({ by: 'call' });
});
