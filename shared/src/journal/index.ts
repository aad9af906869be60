/** Not a singleton: the shell (own journal) and the agent's remote (journal of a sub-account) each bundle a copy. */
export { JournalView } from './journal-view';
export { useJournal } from './use-journal';
