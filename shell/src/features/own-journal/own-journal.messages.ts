export const ownJournalMessages = { title: 'Journal de mon compte', back: 'Back' };
