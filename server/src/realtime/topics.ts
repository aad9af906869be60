// The topics of section 7 of docs/spec-coverage.md.
export const winTopic = (userId: number): string => `/topic/jackpot/user/${userId}`;
export const COUNTERS_TOPIC = '/topic/jackpot/counters';
export const balanceTopic = (userId: number): string => `/topic/balance/user/${userId}`;

/** The topics a user may subscribe to, by exact text: no pattern, no other spelling of the id. */
export const topicsOf = (userId: number): readonly string[] => [
  winTopic(userId),
  COUNTERS_TOPIC,
  balanceTopic(userId),
];
