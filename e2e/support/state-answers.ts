import type { Route } from '@playwright/test';

/** What is answered in the server's place. */
export type Answer = (route: Route) => Promise<void>;

export const json =
  (status: number, body: unknown): Answer =>
  (route) =>
    route.fulfill({ status, json: body });
export const failed = json(500, { errors: [], code: 'internal' });
export const refused = json(400, { errors: ['Refusé par le serveur.', 'Autre.'], code: 'invalid-input' });
export const empty = json(200, { data: [], totalPages: 0, totalElements: 0, currentPage: 0 });
const unbalancedLine = { own: 1, below: 2, total: 3, inPlay: 0, issued: 4, withdrawn: 1, gap: -0.000001 };
/** A trial balance that a micro-dinar is missing from. */
export const unbalanced = json(200, {
  readAt: '2026-03-01T08:00:00.000',
  whole: { id: 1, username: 'capo', ...unbalancedLine },
  subAccounts: [{ id: 2, username: 'superadmin', ...unbalancedLine }],
});
export const lost: Answer = (route) => route.abort('connectionreset');
/** Never answered; the call is dropped when its screen is left. */
export const waiting: Answer = () => Promise.resolve();

/** Answers only the calls that read a list for its export, which take a hundred items each. */
export const ofExport =
  (answer: Answer): Answer =>
  (route) =>
    route.request().url().includes('size=100') ? answer(route) : route.fallback();

const session = (id: string, isCurrent: boolean) => ({
  id,
  browser: isCurrent ? 'Firefox' : null,
  system: isCurrent ? 'Windows' : null,
  startedAt: '2026-03-01T08:00:12.300',
  lastUsedAt: '2026-03-01T14:05:09.120',
  isCurrent,
});
export const sessions = (others: number, total = others + 1) =>
  json(200, {
    sessions: Array.from({ length: others + 1 }, (_, index) => session(`s${index}`, index === 0)),
    total,
    lastSignInAt: others === 0 ? null : '2026-02-28T21:40:00.000',
  });
/** Every kind of act there is, and one that there is not. */
const ACT_KINDS = [
  'sessions-ended',
  'signed-out',
  'signed-in',
  'password-changed',
  'deactivated',
  'activated',
  'account-created',
  'of-a-later-version',
];
/** A journal with one of each. `next` as its contract has it. */
export const journal = (next: number | null) =>
  json(200, {
    data: ACT_KINDS.map((kind, index) => ({
      id: 100 - index,
      date: '2026-03-01T14:05:09.120',
      kind,
      actorUsername: index % 3 === 0 ? null : 'un-nom-d-agent-aussi-long-que-permis'.slice(0, 32),
      browser: kind === 'signed-in' ? 'Samsung Internet for Android' : null,
      system: kind === 'signed-in' ? 'Android' : null,
      sessionCount: kind === 'sessions-ended' ? 3 : null,
      reason: kind === 'sessions-ended' ? 'refresh-replayed' : null,
    })),
    next,
    lastSignInAt: '2026-02-28T21:40:00.000',
  });
export const noActs = json(200, { data: [], next: null, lastSignInAt: null });

/** Two others are listed, whatever there is; `answer` is given when they are to end. */
export const endingOthers =
  (answer: Answer): Answer =>
  (route) =>
    (route.request().method() === 'GET' ? sessions(2) : answer)(route);
