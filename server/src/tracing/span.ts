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

export interface EndedSpan extends SpanContext {
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly links: readonly SpanContext[];
  /** In milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly hasFailed: boolean;
}

/** A span under way. `record` receives it when it ends. */
export class Span implements SpanContext {
  readonly spanId = randomBytes(8).toString('hex');
  private readonly startedAt = now();

  constructor(
    private readonly record: (span: EndedSpan) => void,
    readonly traceId: string,
    private readonly parentId: string | undefined,
    private readonly kind: SpanKind,
    private readonly attributes: Attributes = {},
    private readonly links: readonly SpanContext[] = [],
  ) {}

  child(kind: SpanKind, attributes?: Attributes, links?: readonly SpanContext[]): Span {
    return new Span(this.record, this.traceId, this.spanId, kind, attributes, links);
  }

  end(name: string, hasFailed: boolean, attributes: Attributes = {}): void {
    const { traceId, spanId, parentId, kind, links, startedAt } = this;
    const all = { ...this.attributes, ...attributes };
    this.record({
      traceId,
      spanId,
      parentId,
      name,
      kind,
      attributes: all,
      links,
      startedAt,
      endedAt: now(),
      hasFailed,
    });
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
