/** Not a singleton: the shell (own journal) and the agent's remote (journal of a sub-account, account page) each bundle a copy. */
export { JournalParts, useFocusOnPageChange } from './journal-parts';
export { actorOf, textsOf } from './journal.rules';
export { JournalView } from './journal-view';
export { useJournal } from './use-journal';
