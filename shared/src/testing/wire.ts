import { http, HttpResponse, type JsonBodyType } from 'msw';
import type { SetupServer } from 'msw/node';
import { bus, type BusEventType, type BusPayload } from '@palier/shared/bus';

interface Call {
  readonly search: string;
  readonly body: unknown;
  /** The idempotency key. */
  readonly key: string | null;
}

/** A JSON body, or a response. An answerer that returns undefined leaves the call to earlier handlers. */
type Answer = JsonBodyType | Response;
type Answerer = (request: Request) => Answer | undefined | Promise<Answer | undefined>;

/**
 * Returns `serve('POST /path', answer)`: answers the calls of a path below the API from now on, and records
 * them in order.
 */
export const createServe =
  (server: SetupServer) =>
  (
    call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
    answer: Answer | Answerer,
    options?: { once: boolean },
  ): Call[] => {
    const [method, path] = call.split(' ');
    const calls: Call[] = [];
    server.use(
      http[method?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](
        `*/api/v1${path}`,
        async ({ request }) => {
          const text = await request.clone().text();
          calls.push({
            search: new URL(request.url).search,
            body: text === '' ? null : JSON.parse(text),
            key: request.headers.get('Idempotency-Key'),
          });
          const made = typeof answer === 'function' ? await answer(request) : answer;
          if (made === undefined) return undefined;
          if (!(made instanceof Response)) return HttpResponse.json(made);
          return made.type === 'error' ? made : made.clone();
        },
        options,
      ),
    );
    return calls;
  };

export const lost = (): Response => HttpResponse.error();
export const refused = (status: number, body: JsonBodyType = null): Response =>
  HttpResponse.json(body, { status });
export const noContent = (): Response => new HttpResponse(null, { status: 204 });

let stops: (() => void)[] = [];

/** The payloads of an event of the bus from now to the end of the test. */
export function recordEvents<Type extends BusEventType>(type: Type): BusPayload<Type>[] {
  const payloads: BusPayload<Type>[] = [];
  stops.push(bus.on(type, (payload) => payloads.push(payload)));
  return payloads;
}

/** Starts and stops the mocked server around a file's tests. A call without a handler is rejected. */
export function runWire(server: SetupServer): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    stops.forEach((stop) => stop());
    stops = [];
  });
  afterAll(() => server.close());
}
