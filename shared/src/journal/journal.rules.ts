import type { JournalEntry } from '@palier/shared/contracts';
import { entryTexts, endedText, messages, reasonTexts } from './journal.messages';

/** French text of an entry, with its details. An unknown kind is shown as it is. */
export function textsOf(entry: JournalEntry): { readonly text: string; readonly detail: string } {
  if (entry.kind === 'sessions-ended')
    return { text: endedText(entry.sessionCount ?? 1), detail: reasonTexts[entry.reason ?? ''] ?? '' };
  return {
    text: entryTexts[entry.kind] ?? entry.kind,
    detail: [entry.browser, entry.system].filter((name) => name !== null).join(' · '),
  };
}

/** The actor as shown to `reader`: "Vous" for the reader, "Palier" for an operator or the server. */
export const actorOf = ({ actorUsername }: JournalEntry, reader: string | undefined): string => {
  if (actorUsername === null) return messages.product;
  return actorUsername === reader ? messages.oneself : actorUsername;
};
