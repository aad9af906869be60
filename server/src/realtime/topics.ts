// The topics of section 7 of docs/spec-coverage.md.
export const winTopic = (userId: number): string => `/topic/jackpot/user/${userId}`;
export const COUNTERS_TOPIC = '/topic/jackpot/counters';
export const noticesTopic = (userId: number): string => `/topic/notices/user/${userId}`;
/** Why stakes of a player were refused. */
export const refusalTopic = (userId: number): string => `/topic/refusals/user/${userId}`;
export const balanceTopic = (userId: number): string => `/topic/balance/user/${userId}`;

const BALANCE_TOPIC = /^\/topic\/balance\/user\/([1-9]\d{0,9})$/;
/** Ids are of type int in the database. */
const MAX_ID = 2 ** 31 - 1;

/** The user whose balance a topic has; null for every other text. */
export function userOfBalanceTopic(topic: string): number | null {
  const id = Number(BALANCE_TOPIC.exec(topic)?.[1]);
  return id <= MAX_ID ? id : null;
}

/**
 * The topics of a user's own, by exact text: no pattern, no other spelling of the id. An agent may also
 * subscribe to the balances of direct children (decision 0059).
 */
export const topicsOf = (userId: number): readonly string[] => [
  winTopic(userId),
  COUNTERS_TOPIC,
  balanceTopic(userId),
  noticesTopic(userId),
  refusalTopic(userId),
];
