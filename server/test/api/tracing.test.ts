import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { untilTrue } from '@palier/test-support/wait-until';
import { createTracer } from '../../src/tracing/tracer';
import { startTestServer, type TestServer } from './start-test-server';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly links: readonly { readonly traceId: string }[];
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

const spans: ReceivedSpan[] = [];
/** The `traceparent` of each call to the provider. */
const providerCalls: (string | undefined)[] = [];
let collector: Server;
let server: TestServer;
let admin: string;
before(async () => {
  collector = createServer((request, response) => {
    if (request.url === '/gold_api') {
      providerCalls.push(request.headers.traceparent as string | undefined);
      response.end('{"status":0,"msg":"INTERNAL_ERROR"}');
    } else if (request.url === '/v1/traces' && request.headers['x-key'] === 'a b')
      void json(request).then((body) => {
        const { resourceSpans } = body as Traces;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        response.end('{}');
      });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  server = await startTestServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    PROVIDER_URL: `${address}/gold_api`,
  });
  admin = await server.tokenOf('admin');
});
after(async () => {
  await server.stop();
  collector.close();
});

const traceIdOf = (call: number): string => String(call).padStart(32, 'a');
const parentOf = (call: number, flags = '01') => ({
  traceparent: `00-${traceIdOf(call)}-00f067aa0ba902b7-${flags}`,
});
const deposit = (call: number, flags?: string) => {
  const body = { type: 'DEPOSIT', receiverUsername: 'client', amount: 1 };
  return server.call('POST', '/transactions', admin, body, parentOf(call, flags));
};
const spansOf = async (call: number, name: string): Promise<ReceivedSpan[]> => {
  const found = (): ReceivedSpan[] => spans.filter(({ traceId }) => traceId === traceIdOf(call));
  await untilTrue(() => found().some((span) => span.name === name));
  return found();
};

test('traces: the traceparent of the page makes one trace from the call to the SQL', async () => {
  const { status } = await deposit(1);
  assert.equal(status, 200);
  const trace = await spansOf(1, 'POST /api/v1/transactions');
  const named = (name: RegExp): ReceivedSpan => trace.find((span) => name.test(span.name))!;
  assert.equal(named(/^POST/).parentSpanId, '00f067aa0ba902b7');
  assert.equal(named(/^ledger batch$/).parentSpanId, named(/^POST/).spanId);
  assert.equal(named(/^SQL post-agent-transfer$/).parentSpanId, named(/^ledger batch$/).spanId);
});

test('traces: concurrent deposits share a batch that links to each of their traces', async () => {
  const calls = Array.from({ length: 24 }, (_, index) => 100 + index);
  await Promise.all(calls.map((call) => deposit(call)));
  await untilTrue(() => spans.some(({ links }) => links.length > 1));
  const { traceId, links } = spans.find((span) => span.links.length > 1)!;
  assert.ok(links.every((link) => link.traceId !== traceId && /^a+1\d\d$/.test(link.traceId)));
});

test('traces: the provider gets the trace of the call', async () => {
  const isOfCall = (header: string | undefined): boolean => header?.includes(traceIdOf(2)) === true;
  // The server also asks by itself, and after a failure callers pause for two seconds.
  const isAsked = await untilTrue(async () => {
    await server.call('GET', '/casino/providers', admin, undefined, parentOf(2));
    return providerCalls.some(isOfCall);
  });
  assert.ok(isAsked);
  const trace = await spansOf(2, 'provider provider_list');
  const { spanId } = trace.find(({ name }) => name === 'provider provider_list')!;
  assert.deepEqual(providerCalls.filter(isOfCall), [`00-${traceIdOf(2)}-${spanId}-01`]);
});

test('traces: a call that its caller does not sample is not traced', async () => {
  await deposit(3, '00');
  await deposit(4);
  await spansOf(4, 'POST /api/v1/transactions');
  assert.equal(
    spans.some(({ traceId }) => traceId === traceIdOf(3)),
    false,
  );
});

test('traces: spans hold no password, token or username', () => {
  assert.ok(spans.some(({ name }) => name === 'POST /api/v1/auth/login'));
  assert.doesNotMatch(JSON.stringify(spans), /Admin1234|eyJ|palier-demo|"(admin|client)"/);
});

test('traces: the target of a redirect by the collector gets nothing', async (t) => {
  const asked: unknown[] = [];
  const redirecting = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  t.after(() => redirecting.close());
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_SERVICE_NAME: 'palier',
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  const tracer = createTracer(settings, { warn: () => undefined });
  tracer.begin(undefined)?.end('call', false);
  await tracer.close();
  assert.deepEqual(asked, ['/v1/traces']);
});
