/** W3C Trace Context; later versions may add fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

interface Traceparent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly parentId: string;
  readonly isSampled: boolean;
}

/** The trace that a caller has begun; null without a valid header `traceparent`. */
export function readTraceparent(header: unknown): Traceparent | null {
  const [, traceId = '', parentId = '', flags = ''] = TRACEPARENT.exec(String(header)) ?? [];
  return traceId === '' ? null : { traceId, parentId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}
