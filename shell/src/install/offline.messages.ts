export const messages = {
  balanceAt: (moment: string) => `Solde ${moment}, hors connexion`,
  time: (hours: string, minutes: string) => `à ${hours}\u00a0h\u00a0${minutes}`,
  earlier: (day: string, time: string) => `du ${day} ${time}`,
} as const;
