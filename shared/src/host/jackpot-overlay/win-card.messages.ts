export const messages = {
  tiers: { bronze: 'Jackpot bronze', silver: 'Jackpot argent', gold: 'Jackpot or' },
  title: 'Jackpot Won!',
  body: 'Congratulations! You won the jackpot!',
  close: 'Fermer',
} as const;
