export const messages = {
  title: 'Jackpot Won!',
  body: 'Congratulations! You won the jackpot!',
  close: 'Fermer',
} as const;
