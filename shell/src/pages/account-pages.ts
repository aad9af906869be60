/** One chunk: each further chunk would add its name and its hash to the first load. */
export { default as HelpPage } from './help/help.page';
export { default as OwnJournalPage } from './own-journal/own-journal.page';
export { default as SettingsPage } from './settings/settings.page';
