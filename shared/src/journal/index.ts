/**
 * Not a singleton: the shell (own journal) and the agent's remote (journal of a sub-account, account page)
 * each bundle a copy.
 */
export { actorOf, textsOf } from './journal.rules';
export { JournalParts, JournalView, useFocusOnPageChange } from './journal-view';
export { useJournal } from './use-journal';
