import type { Cluster } from '../cluster';
import type { Player } from './players';
import { openRawClient, openStomp } from './stomp-client';

/** What a case says, and whether an ERROR frame must come before the end. */
export interface Case {
  readonly name: string;
  readonly says: readonly string[];
  /** Before CONNECT instead of after. */
  readonly isFirst?: boolean;
}

/** Runs each case on a connection of its own: an ERROR, then the line closed within 2 s. */
export async function refusals(cluster: Cluster, player: Player, cases: readonly Case[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, says, isFirst = false } of cases) {
    const { url } = cluster.processes[0]!;
    const client = await (isFirst ? openRawClient(url) : openStomp(url, player.token));
    for (const text of says) client.say(text);
    await client.hear('ERROR', 5_000).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
    if ((await client.closed(3_000)) === null) failures.push(`${name}: the line stayed open`);
    client.end();
  }
  return failures;
}
