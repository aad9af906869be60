/**
 * Answers only what a page without a network needs: a document that did not arrive, and the files of the page
 * in its place. All else, above all every amount, script and style, goes to the network as without a worker
 * (decision 0126).
 */

/** The types that are used here: the compiler knows either pages or workers. */
interface LifetimeEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
  /** Chrome 123 and later. */
  addRoutes?(rules: object): Promise<void>;
}
interface FetchEvent extends LifetimeEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'install' | 'activate', listener: (event: LifetimeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
}
/** Written by the build: a hash of the files, so that a changed file is another cache. */
declare const OFFLINE_HASH: string;

const worker = globalThis as unknown as WorkerScope;
const CACHE = `offline-${OFFLINE_HASH}`;
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/offline.css'];

/** What a page loads besides documents. The empty one is a call of a script. */
const DESTINATIONS = ['script', 'style', 'image', 'font', 'worker', 'manifest', ''];

/** The browser asks the network itself, without waking the worker, where it can. */
async function leaveToNetwork(event: LifetimeEvent): Promise<void> {
  await event.addRoutes?.([
    { condition: { urlPattern: '/offline.*' }, source: 'fetch-event' },
    ...DESTINATIONS.map((requestDestination) => ({ condition: { requestDestination }, source: 'network' })),
  ]);
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
}

/** The answer of the network, whatever it says; the page without a network only where there is none. */
async function fromNetworkFirst({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(PAGE);
    if (page === undefined) throw error;
    return page;
  }
}

const kept = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? (await fetch(request));

worker.addEventListener('install', (event) => {
  // A browser that knows another form of the rules goes on without them.
  leaveToNetwork(event).catch(() => undefined);
  event.waitUntil(keepFiles());
});
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (mode === 'navigate' && method === 'GET') event.respondWith(fromNetworkFirst(event));
  else if (origin === location.origin && FILES.includes(pathname)) event.respondWith(kept(event.request));
});
