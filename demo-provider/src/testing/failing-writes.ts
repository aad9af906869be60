import { setTimeout as wait } from 'node:timers/promises';
import { queryDatabase } from './test-database.js';

export interface FailingWrites {
  /** Resolves when `count` more writes have failed. */
  untilFailed(count: number): Promise<void>;
  /** Lets writes succeed again. */
  end(): Promise<void>;
}

/** Makes PostgreSQL refuse the rounds that meet an SQL condition on `new`, as it does on a full disk. */
export async function failWrites(databaseUrl: string, condition: string): Promise<FailingWrites> {
  // A sequence keeps its value when the transaction is rolled back.
  await queryDatabase(
    databaseUrl,
    `create sequence failed_writes;
     create function refuse_write() returns trigger language plpgsql as $$ begin
       perform nextval('failed_writes');
       raise exception using errcode = 'disk_full', message = 'no space left on device';
     end $$;
     create trigger refuse_write before insert or update on game_rounds for each row when (${condition})
       execute function refuse_write()`,
  );
  async function countFailed(): Promise<number> {
    const [row] = await queryDatabase<{ failed: number }>(
      databaseUrl,
      'select case when is_called then last_value else 0 end::integer as failed from failed_writes',
    );
    return row?.failed ?? 0;
  }
  return {
    async untilFailed(count) {
      const target = (await countFailed()) + count;
      while ((await countFailed()) < target) await wait(10);
    },
    end: async () => void (await queryDatabase(databaseUrl, 'drop trigger refuse_write on game_rounds')),
  };
}
