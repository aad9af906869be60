export const messages = { title: 'Journal de votre compte', back: 'Back' };
