const nothing = (): void => undefined;

/** For commands, which have no sockets: online players see a changed balance with their next call. */
export const silentAnnouncer = {
  announceBalance: nothing,
  announceCounters: nothing,
  announceWins: nothing,
  announceRefusedStake: nothing,
};
