/** The first byte of a frame that is a whole text, section 5.2 of RFC 6455. */
const WHOLE_TEXT = 0x81;
/** Lengths of this many bytes and more stand after the second byte, which then says in how many bytes. */
const LONG = 126;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

/**
 * A text as the one WebSocket frame with which a server sends it. ws has a function for this, `Sender.frame`,
 * but does not document it, so an update of ws may change it.
 */
export const toWebSocketFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([WHOLE_TEXT, ...lengthOf(payload)]), payload]);
};

function lengthOf({ length }: Buffer): number[] {
  if (length < LONG) return [length];
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(length));
  return length < 2 ** 16 ? [IN_TWO_BYTES, ...written.subarray(6)] : [IN_EIGHT_BYTES, ...written];
}
