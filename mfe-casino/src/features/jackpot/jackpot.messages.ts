export const JACKPOT_MESSAGES = { title: 'Jackpot' } as const;
