import type { HttpRequestEventMap } from '@mswjs/interceptors';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { PLATFORM_DAY_HEADER } from '@palier/shared/contracts';
import { API_BASE_URL } from '@palier/shared/http';
import { currentUser } from '@palier/shared/session';
import { answerCall, type MockAnswer } from './answer';
import { MockRefusal, playRound } from './operations';
import { answerByMocks, type Mock } from './own-mocks';
import { provokedFault, throwProvoked } from './provoked-fault';
import { mockSocket, SOCKET_INFO } from './socket';
import { mockEvents$, mockWorld, storeAndPublishWorld } from './store';
import { accountIdOf } from './token';
import { platformDay } from './world';

const ROUND_PLAYED = 'palier-mock/played';
const STAKE = 1;

/**
 * Address of the mocked game, on the other name of this machine (localhost, 127.0.0.1), because a game must
 * come from another origin.
 */
function gameAddress(): string {
  const address = new URL(new URL('./game.html', import.meta.url).href, window.location.href);
  address.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return address.href;
}

/** Plays a round each time the mocked game asks for one. */
function mockGameRounds(): void {
  const gameOrigin = new URL(gameAddress()).origin;
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    const player = mockWorld().accounts.find(({ id }) => id === currentUser()?.id);
    if (origin !== gameOrigin || data?.type !== 'palier-mock/play' || player === undefined) return;
    let text = 'Solde insuffisant.';
    try {
      const { won } = playRound(mockWorld(), player, STAKE);
      text = won > 0 ? `Gagné : ${won} TND` : 'Perdu.';
      storeAndPublishWorld();
      mockEvents$.next({ topic: '/topic/jackpot/counters', body: mockWorld().pots });
    } catch (error) {
      console.warn('mock: the round was refused', error);
    }
    (source as Window | null)?.postMessage({ type: ROUND_PLAYED, text }, gameOrigin);
  });
}

type RequestEvent = HttpRequestEventMap['request'][0];

const LATENCY_MS = 60;
const SLOW_MS = 3_000;

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

async function answer(request: Request, url: URL, mocks: readonly Mock[]): Promise<MockAnswer> {
  const path = url.pathname.slice(API_BASE_URL.length);
  const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
  try {
    if (path !== '/auth/login') throwProvoked();
    const call = {
      method: request.method,
      path,
      query: url.searchParams,
      body: await bodyOf(request),
    };
    const own = await answerByMocks(mocks, { ...call, userId: accountIdOf(token) });
    if (own !== null) return own;
    return answerCall(mockWorld(), {
      ...call,
      token: token ?? url.searchParams.get('token'),
      idempotencyKey: request.headers.get('idempotency-key'),
      gameAddress: gameAddress(),
    });
  } catch (error) {
    if (error instanceof MockRefusal) return { status: error.status, body: error.body };
    throw error;
  } finally {
    storeAndPublishWorld();
  }
}

/** Answers the calls of the API and lets the others through. */
async function respond({ request, controller }: RequestEvent, mocks: readonly Mock[]): Promise<void> {
  const url = new URL(request.url);
  if (url.pathname === '/ws-jackpot/info') return void controller.respondWith(Response.json(SOCKET_INFO));
  if (!url.pathname.startsWith(`${API_BASE_URL}/`)) return;
  await pause(provokedFault() === 'slow' ? SLOW_MS : LATENCY_MS);
  const { status, body } = await answer(request, url, mocks);
  // The call is carried out, but its answer is lost.
  const isLost = provokedFault() === 'lost' && !url.pathname.endsWith('/auth/login');
  if (isLost) return void controller.respondWith(Response.error());
  const headers = { [PLATFORM_DAY_HEADER]: platformDay() };
  controller.respondWith(Response.json(body, { status, headers }));
}

/**
 * Answers the calls of the page at the wire, below the real HTTP layer: by the team's own mocks, else like
 * the server.
 */
export function startMock(mocks: readonly Mock[] = []): void {
  const interceptor = new XMLHttpRequestInterceptor();
  interceptor.apply();
  // The type has no promise, but the interceptor awaits the result.
  interceptor.on('request', (event): unknown => respond(event, mocks));
  mockSocket();
  mockGameRounds();
}
