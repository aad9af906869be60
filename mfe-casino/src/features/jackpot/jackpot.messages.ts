export const JACKPOT_MESSAGES = {
  title: 'Jackpot',
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
} as const;
