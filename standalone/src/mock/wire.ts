import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import type { HttpRequestEventMap } from '@mswjs/interceptors';
import { API_BASE_URL } from '@palier/shared/http';
import { answerCall, type MockAnswer } from './answer';
import { gameAddress, mockGameRounds } from './game-round';
import { MockRefusal } from './operations';
import { provokedFault, throwProvoked } from './provoked-fault';
import { mockSocket, SOCKET_INFO } from './socket';
import { storeWorld, mockWorld } from './store';

type RequestEvent = HttpRequestEventMap['request'][0];

const LATENCY_MS = 60;
const SLOW_MS = 3_000;

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

async function answer(request: Request, url: URL): Promise<MockAnswer> {
  const path = url.pathname.slice(API_BASE_URL.length);
  const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
  try {
    if (path !== '/auth/login') throwProvoked();
    return answerCall(mockWorld(), {
      method: request.method,
      path,
      query: url.searchParams,
      body: await bodyOf(request),
      token: token ?? url.searchParams.get('token'),
      idempotencyKey: request.headers.get('idempotency-key'),
      gameAddress: gameAddress(),
    });
  } catch (error) {
    if (error instanceof MockRefusal) return { status: error.status, body: error.body };
    throw error;
  } finally {
    storeWorld();
  }
}

/** Answers the calls of the API and lets the others through. */
async function respond({ request, controller }: RequestEvent): Promise<void> {
  const url = new URL(request.url);
  if (url.pathname === '/ws-jackpot/info') return void controller.respondWith(Response.json(SOCKET_INFO));
  if (!url.pathname.startsWith(`${API_BASE_URL}/`)) return;
  await pause(provokedFault() === 'slow' ? SLOW_MS : LATENCY_MS);
  const { status, body } = await answer(request, url);
  // The call is carried out, but its answer is lost.
  const isLost = provokedFault() === 'lost' && !url.pathname.endsWith('/auth/login');
  if (isLost) return void controller.respondWith(Response.error());
  controller.respondWith(Response.json(body, { status }));
}

/** Answers the calls of the page at the wire, below the real HTTP layer. */
export function startMock(): void {
  const interceptor = new XMLHttpRequestInterceptor();
  interceptor.apply();
  // The type has no promise, but the interceptor awaits the result.
  interceptor.on('request', (event): unknown => respond(event));
  mockSocket();
  mockGameRounds();
}
