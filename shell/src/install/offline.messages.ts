export const messages = {
  balanceAt: (moment: string) => `Solde ${moment}, hors connexion`,
  today: (hours: string, minutes: string) => `à ${hours}\u00a0h\u00a0${minutes}`,
  earlier: (moment: string) => `du ${moment}`,
} as const;
