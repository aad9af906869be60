/**
 * An account's journal as a screen, for the shell (one's own) and the agent's remote (a child's). No singleton of the page:
 * whoever shows a journal carries this, so that nobody else loads it; it leans on the singletons by their names.
 */
export { JournalView } from './journal-view';
export { useJournal } from './use-journal';
