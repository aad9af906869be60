import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Span, SPAN_KIND, type Attributes, type SpanContext } from './span';
import { readTraceparent } from './traceparent';

const SEND_EVERY_MS = 2_000;
const SEND_LIMIT_MS = 5_000;
/** Further spans are dropped while the collector does not answer. */
const MAX_WAITING = 4_096;
/** The last 14 digits of a trace id are random. */
const RANDOM_DIGITS = 14;

/** OpenTelemetry's variables of the same names. */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_EXPORTER_OTLP_HEADERS: string;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Collects spans and sends them to an OpenTelemetry collector as OTLP over HTTP, in JSON. Calls never wait
 * for the collector.
 */
export function createTracer(settings: TracingSettings, log: Pick<FastifyBaseLogger, 'warn'>) {
  let waiting: Span[] = [];
  const record = (span: Span): void => {
    if (waiting.length < MAX_WAITING) waiting.push(span);
  };
  const send = async (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      const { ok, status } = await fetch(
        `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
        {
          method: 'POST',
          // Else a collector could direct calls to addresses that only this machine reaches.
          redirect: 'manual',
          headers: { 'content-type': 'application/json', ...headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS) },
          body: JSON.stringify(toOtlp(settings.OTEL_SERVICE_NAME, spans)),
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
        },
      );
      if (!ok) log.warn({ status, spans: spans.length }, 'spans refused by the collector');
    } catch (error) {
      log.warn({ err: error, spans: spans.length }, 'spans not sent');
    }
  };
  const timer = setInterval(() => void send(), SEND_EVERY_MS).unref();
  return {
    /**
     * The span of a call, in the trace of its `traceparent` or a new one; undefined when the call is not
     * sampled.
     */
    begin(traceparent: unknown): Span | undefined {
      const caller = readTraceparent(traceparent);
      const traceId = caller?.traceId ?? randomBytes(16).toString('hex');
      const isSampled = caller?.isSampled !== false && share(traceId) < settings.OTEL_TRACES_SAMPLER_ARG;
      return isSampled ? new Span(record, traceId, caller?.parentId, { kind: 'server' }) : undefined;
    },
    /** Sends what is waiting and stops. */
    async close(): Promise<void> {
      clearInterval(timer);
      await send();
    },
  };
}

export type Tracer = ReturnType<typeof createTracer>;

/** From 0 to 1: the same in every program that sees the trace. */
const share = (traceId: string): number =>
  Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS;

/** `name=value,name=value`, the values percent-encoded, as OpenTelemetry defines it. */
const headersOf = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .split(',')
      .filter((entry) => entry.includes('='))
      .map((entry) => {
        const at = entry.indexOf('=');
        return [entry.slice(0, at).trim(), decodeURIComponent(entry.slice(at + 1).trim())];
      }),
  );

const toNanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`;
const toOtlpAttributes = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));
const toOtlpLink = ({ traceId, spanId }: SpanContext): object => ({ traceId, spanId });

const toOtlp = (service: string, spans: readonly Span[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: toOtlpAttributes({ 'service.name': service }) },
      scopeSpans: [
        {
          scope: { name: 'palier' },
          spans: spans.map((span) => ({
            traceId: span.traceId,
            spanId: span.spanId,
            parentSpanId: span.parentId ?? '',
            name: span.name,
            kind: SPAN_KIND[span.kind],
            startTimeUnixNano: toNanoseconds(span.startedAt),
            endTimeUnixNano: toNanoseconds(span.endedAt),
            attributes: toOtlpAttributes(span.attributes),
            links: span.links.map(toOtlpLink),
            status: { code: span.hasFailed ? 2 : 0 },
          })),
        },
      ],
    },
  ],
});
