/** The texts in a message of a SockJS client: a JSON array of strings, or one string. Null for anything else. */
export function parseTexts(message: string): string[] | null {
  if (message === '') return [];
  try {
    const parsed: unknown = JSON.parse(message);
    const texts = Array.isArray(parsed) ? parsed : [parsed];
    return texts.every((text) => typeof text === 'string') ? texts : null;
  } catch {
    return null;
  }
}

/** A text in the encoding of SockJS for clients. */
export const toSockJs = (text: string): string => `a${JSON.stringify([text])}`;
