/** The multiplier over time, for server and page alike, in whole hundredths: 137 is × 1.37. */
const riseMs = 10_000;

export const msToReach = (hundredths) => riseMs * Math.log(hundredths / 100);

export const multiplierAfter = (elapsedMs) =>
  Math.max(100, Math.floor(100 * Math.exp(elapsedMs / riseMs) + 1e-9));
