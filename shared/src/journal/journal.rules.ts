import type { Act } from '@palier/shared/contracts';
import { actTexts, endedText, messages, reasonTexts } from './journal.messages';

/** French text of an entry, with its details. An unknown kind is shown as it is. */
export function textsOf(act: Act): { readonly text: string; readonly detail: string } {
  if (act.kind === 'sessions-ended')
    return { text: endedText(act.sessionCount ?? 1), detail: reasonTexts[act.reason ?? ''] ?? '' };
  return {
    text: actTexts[act.kind] ?? act.kind,
    detail: [act.browser, act.system].filter((name) => name !== null).join(' · '),
  };
}

/** The actor as shown to `reader`: "Vous" for the reader, "Palier" for an operator or the server. */
export const actorOf = ({ actorUsername }: Act, reader: string | undefined): string => {
  if (actorUsername === null) return messages.product;
  return actorUsername === reader ? messages.oneself : actorUsername;
};
