import type { ScenarioContext } from '../scenario';
import type { Player } from './players';
import { openRawClient, openStomp } from './stomp-client';

/** STOMP frames that the server must refuse. */
export interface Case {
  readonly name: string;
  readonly frames: readonly string[];
  /** The frames are sent before CONNECT. */
  readonly isFirst?: boolean;
}

/** Sends each case on a new connection and expects an ERROR frame, then a close within 3 s. */
export async function expectRefusals(
  { cluster, within }: Pick<ScenarioContext, 'cluster' | 'within'>,
  player: Player,
  cases: readonly Case[],
): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, frames, isFirst = false } of cases) {
    const { url } = cluster.processes[0]!;
    const client = await (isFirst ? openRawClient(url) : openStomp(url, player.token));
    for (const text of frames) client.send(text);
    await client
      .waitForFrame('ERROR', within(5_000))
      .catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
    if ((await client.closed(within(3_000))) === null) failures.push(`${name}: the connection stayed open`);
    client.end();
  }
  return failures;
}
