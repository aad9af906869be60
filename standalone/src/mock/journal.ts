import type { Journal } from '@palier/shared/contracts';
import { localDateTime, type MockAccount, type MockWorld } from './world';

export function recordAct(world: MockWorld, account: MockAccount, actor: MockAccount, kind: string): void {
  const id = (world.acts.at(-1)?.id ?? 0) + 1;
  world.acts.push({ id, userId: account.id, actorId: actor.id, kind, date: localDateTime(new Date()) });
}

/** The entries of one account older than `before`, newest first. */
export function journalOf(world: MockWorld, { id }: MockAccount, query: URLSearchParams): Journal {
  const before = Number(query.get('before') ?? Infinity);
  const size = Number(query.get('size') ?? 25);
  const nameOf = new Map(world.accounts.map((account) => [account.id, account.username]));
  const acts = world.acts.filter((act) => act.userId === id).toReversed();
  const older = acts.filter((act) => act.id < before);
  const data = older.slice(0, size).map(({ id: actId, actorId, kind, date }) => ({
    id: actId,
    date,
    kind,
    actorUsername: actorId === null ? null : (nameOf.get(actorId) ?? null),
    browser: null,
    system: null,
    sessionCount: null,
    reason: null,
  }));
  const next = older.length > size ? (data.at(-1)?.id ?? null) : null;
  return { data, next, lastSignInAt: acts.find(({ kind }) => kind === 'signed-in')?.date ?? null };
}
