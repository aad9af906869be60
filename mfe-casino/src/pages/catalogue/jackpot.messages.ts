export const messages = { title: 'Jackpot' } as const;
