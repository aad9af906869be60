const nothing = (): void => undefined;

/** Sockets are the server's own: of what a chore moves, a player who is online sees the balance at the next call. */
export const noSockets = { announceBalance: nothing, announceCounters: nothing, announceWins: nothing };
