export const messages = {
  heading: 'Jackpot',
  about: 'Une notification de ce navigateur peut vous annoncer le jackpot que vous gagnez.',
  ask: "Être prévenu d'un jackpot",
  granted: "Vous êtes prévenu d'un jackpot par une notification de ce navigateur.",
  denied: 'Ce navigateur refuse les notifications\u00a0; cela se change dans ses réglages, pour ce site.',
} as const;
