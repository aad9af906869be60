/** What a SockJS client sends: a JSON array of strings, or one string. Null when it is neither. */
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

/** One text as SockJS carries it to a client. */
export const carry = (text: string): string => `a${JSON.stringify([text])}`;
