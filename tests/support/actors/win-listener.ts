import type { DemoServer } from './cluster';
import type { Player } from './players';
import { openStomp, type RawClient, subscribeFrame } from './stomp-client';
import { untilTrue } from '../wait-until';

export const WIN_TOPIC = '/topic/jackpot/user/';

/** A player's socket that records and acknowledges each win. */
export class WinListener {
  readonly shown: string[] = [];
  private seen = 0;
  private readonly timer: NodeJS.Timeout;
  private constructor(private readonly client: RawClient) {
    this.timer = setInterval(() => this.read(), 20);
  }
  static async open(url: string, player: Player): Promise<WinListener> {
    const client = await openStomp(url, player.token);
    client.send(subscribeFrame('w', `${WIN_TOPIC}${player.id}`, 'ack:client-individual\n'));
    return new WinListener(client);
  }
  end(): void {
    clearInterval(this.timer);
    this.client.end();
  }
  private read(): void {
    for (; this.seen < this.client.frames.length; this.seen += 1) {
      const frame = this.client.frames[this.seen]!;
      const ack = /\nack:([^\n]+)/.exec(frame)?.[1];
      if (!frame.startsWith('MESSAGE') || ack === undefined) continue;
      this.shown.push(/\nmessage-id:([^\n]+)/.exec(frame)?.[1] ?? '');
      this.client.send(`ACK\nid:${ack}\n\n\0`);
    }
  }
}

/** Waits up to a minute until the players' wins are acknowledged; returns how many are not. */
export async function waitUntilAcknowledged(
  cluster: DemoServer,
  players: readonly Player[],
): Promise<number> {
  const sql =
    'select count(*)::int as left from jackpot_wins where delivered_at is null and user_id = any($1)';
  const ids = players.map(({ id }) => id);
  const countLeft = async (): Promise<number> => (await cluster.readRow<{ left: number }>(sql, [ids])).left;
  await untilTrue(async () => (await countLeft()) === 0, 60_000);
  return countLeft();
}
