import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The codes of OTLP. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3 } as const;
export type SpanKind = keyof typeof SPAN_KIND;
/** Never secrets, names or amounts: spans leave the installation. */
export type Attributes = Readonly<Record<string, string | number>>;
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** The kind of a span, and what is known when it begins. */
export interface SpanStart {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  readonly links?: readonly SpanContext[];
}

/**
 * A part of a call. Times are in milliseconds since 1970, with fractions. `record` receives the span when it
 * ends.
 */
export class Span implements SpanContext {
  readonly spanId = randomBytes(8).toString('hex');
  readonly startedAt = now();
  endedAt = Number.NaN;
  name = '';
  hasFailed = false;
  readonly kind: SpanKind;
  attributes: Attributes;
  readonly links: readonly SpanContext[];

  constructor(
    private readonly record: (span: Span) => void,
    readonly traceId: string,
    readonly parentId: string | undefined,
    { kind, attributes = {}, links = [] }: SpanStart,
  ) {
    this.kind = kind;
    this.attributes = attributes;
    this.links = links;
  }

  child(start: SpanStart): Span {
    return new Span(this.record, this.traceId, this.spanId, start);
  }

  end(name: string, hasFailed: boolean, attributes: Attributes = {}): void {
    this.endedAt = now();
    this.name = name;
    this.hasFailed = hasFailed;
    this.attributes = { ...this.attributes, ...attributes };
    this.record(this);
  }
}

const now = (): number => performance.timeOrigin + performance.now();

const active = new AsyncLocalStorage<Span>();

/** The span in which the running code was called; undefined when its call is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

export const runInSpan = <Value>(span: Span, work: () => Value): Value => active.run(span, work);

/** The header `traceparent` for a call to another program; empty when the running code is not traced. */
export function traceHeaders(): Record<string, string> {
  const span = activeSpan();
  return span === undefined ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-01` };
}

/** Runs `work` in a span below `parent`; outside of any span when there is no parent. */
export async function inSpan<Value>(
  parent: Span | undefined,
  { name, ...start }: SpanStart & { readonly name: string },
  work: () => Promise<Value>,
): Promise<Value> {
  if (parent === undefined) return active.exit(work);
  const span = parent.child(start);
  let hasFailed = true;
  try {
    const value = await runInSpan(span, work);
    hasFailed = false;
    return value;
  } finally {
    span.end(name, hasFailed);
  }
}
