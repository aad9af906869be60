/**
 * The texts in a message of a SockJS client: a JSON array of strings, or one string. A message without a text
 * has one empty text, so that it counts as a frame. Null for anything else.
 */
export function parseTexts(message: string): string[] | null {
  if (message === '') return [''];
  try {
    const parsed: unknown = JSON.parse(message);
    const texts = Array.isArray(parsed) ? parsed : [parsed];
    if (!texts.every((text) => typeof text === 'string')) return null;
    return texts.length === 0 ? [''] : texts;
  } catch {
    return null;
  }
}

/** A text in the encoding of SockJS for clients. */
export const toSockJs = (text: string): string => `a${JSON.stringify([text])}`;
