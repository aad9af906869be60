import type { ScenarioContext } from './scenario';
import { openRawClient, openStomp } from '@palier/test-support/actors/stomp-client';

/** Text that the server must refuse, before or after the client's CONNECT. */
interface Refused {
  readonly text: string;
  readonly isConnected: boolean;
}
export const afterConnect = (text: string): Refused => ({ text, isConnected: true });
export const beforeConnect = (text: string): Refused => ({ text, isConnected: false });

/** Sends each case on a new connection and expects an ERROR frame, then a close within 3 s. */
export async function expectRefusals(
  { cluster, within, expect, fail }: ScenarioContext,
  { token }: { readonly token: string },
  cases: Readonly<Record<string, Refused>>,
): Promise<void> {
  const url = cluster.urlOf(0);
  for (const [name, { text, isConnected }] of Object.entries(cases)) {
    const client = await (isConnected ? openStomp(url, token) : openRawClient(url));
    client.send(text);
    const error = client.waitForFrame('ERROR', within(5_000));
    await error.catch((reason: unknown) => fail(`${name}: ${String(reason)}`));
    expect((await client.closed(within(3_000))) !== null, `${name}: the connection stayed open`);
    client.end();
  }
}
