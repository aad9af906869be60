import type { Sitting } from '@palier/shared/contracts/lobby';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';

/** A launch later than this after the player's last launch or movement of a game begins a sitting. */
const PAUSE = '30 minutes';

/** Continues the player's sitting, or begins one with the net play that the account has now. */
export async function continueSitting(database: Queryable, userId: number): Promise<void> {
  // The newest movement of a game is the last posting of the player's list O.
  await database.query(
    `insert into sittings as s (user_id, net_play_before)
       select u.id, a.net_play from users u join accounts a on a.id = u.account_id where u.id = $1
     on conflict (user_id) do update set (began_at, net_play_before, launched_at) = (
       select case when is_going_on then s.began_at else now() end,
              case when is_going_on then s.net_play_before else excluded.net_play_before end,
              now()
         from (select greatest(s.launched_at, (
                        select t.created_at from users u
                          join accounts a on a.id = u.account_id
                          join postings p on p.account_id = a.id and p.list = 'O'
                                         and p.seq = a.initiated_count
                          join transfers t on t.id = p.transfer_id
                         where u.id = $1)) > now() - $2::interval as is_going_on) x)`,
    [userId, PAUSE],
  );
}

/** The player's last sitting; null before the first launch. */
export async function readSitting(database: Queryable, userId: number): Promise<Sitting | null> {
  const { rows } = await database.query<{ elapsed_ms: number; result: bigint }>({
    name: 'sitting',
    text: `select (extract(epoch from now() - s.began_at) * 1000)::float8 as elapsed_ms,
                  a.net_play - s.net_play_before as result
             from sittings s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
            where s.user_id = $1`,
    values: [userId],
  });
  const [sitting] = rows;
  return sitting === undefined
    ? null
    : { elapsedMs: Math.round(sitting.elapsed_ms), result: fromMicros(sitting.result) };
}
