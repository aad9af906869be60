/** First word of the query key of one's own sessions. */
export const OWN_SESSIONS = 'own-sessions';
