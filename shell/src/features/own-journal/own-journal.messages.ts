export const ownJournalMessages = { title: 'Journal de votre compte', back: 'Back' };
