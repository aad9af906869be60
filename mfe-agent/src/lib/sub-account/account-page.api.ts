import type { AccountEvents, AccountPage } from '@palier/shared/contracts/account-page';
import { http } from '@palier/shared/http';

/** Without the contract's schemas, which are for the server. */
const answerWithList = <Answer>(list: keyof Answer) => ({
  parse(body: unknown): Answer {
    if (!Array.isArray((Object(body) as Partial<Answer>)[list]))
      throw new Error(`account: no ${String(list)}`);
    return body as Answer;
  },
});

const pathOf = (id: string): string => `/user/account/${encodeURIComponent(id)}`;

export const getAccount = (id: string, signal: AbortSignal): Promise<AccountPage> =>
  http.get(pathOf(id), answerWithList<AccountPage>('figures'), { signal });

export const getAccountEvents = (
  id: string,
  before: string | null,
  options: { readonly signal: AbortSignal; readonly quiet?: boolean },
): Promise<AccountEvents> =>
  http.get(`${pathOf(id)}/events`, answerWithList<AccountEvents>('data'), {
    query: { before: before ?? undefined },
    ...options,
  });
