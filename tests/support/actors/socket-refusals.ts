import { openRawClient, openStomp } from './stomp-client';

/** Text that the server must refuse, before or after the client's CONNECT. */
interface Refused {
  readonly text: string;
  readonly isConnected: boolean;
}
export const afterConnect = (text: string): Refused => ({ text, isConnected: true });
export const beforeConnect = (text: string): Refused => ({ text, isConnected: false });

/**
 * Sends each case on a new connection, which must get an ERROR frame and be closed within the limit. Returns
 * a sentence for each case that was not refused.
 */
export async function findUnrefused(
  url: string,
  { token, limitMs }: { readonly token: string; readonly limitMs: number },
  cases: Readonly<Record<string, Refused>>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const [name, { text, isConnected }] of Object.entries(cases)) {
    const client = await (isConnected ? openStomp(url, token) : openRawClient(url));
    client.send(text);
    const error = client.waitForFrame('ERROR', limitMs);
    await error.catch((reason: unknown) => failures.push(`${name}: ${String(reason)}`));
    if ((await client.closed(limitMs)) === null) failures.push(`${name}: the connection stayed open`);
    client.end();
  }
  return failures;
}
