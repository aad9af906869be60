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

  constructor(
    private readonly record: (span: Span) => void,
    readonly traceId: string,
    readonly parentId: string | undefined,
    readonly kind: SpanKind,
    public attributes: Attributes = {},
    readonly links: readonly SpanContext[] = [],
  ) {}

  child(kind: SpanKind, attributes?: Attributes, links?: readonly SpanContext[]): Span {
    return new Span(this.record, this.traceId, this.spanId, kind, attributes, links);
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
  name: string,
  work: () => Promise<Value>,
  kind: SpanKind,
  attributes?: Attributes,
  links?: readonly SpanContext[],
): Promise<Value> {
  if (parent === undefined) return active.exit(work);
  const span = parent.child(kind, attributes, links);
  let hasFailed = true;
  try {
    const value = await runInSpan(span, work);
    hasFailed = false;
    return value;
  } finally {
    span.end(name, hasFailed);
  }
}
