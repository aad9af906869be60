/**
 * How the multiplier climbs, the same on the server and on the page. Multipliers are whole hundredths: 137 is × 1.37.
 */
const riseMs = 10_000;

/** How long the display takes to reach `hundredths`. */
export const msToReach = (hundredths) => riseMs * Math.log(hundredths / 100);

/** What the display shows after `elapsedMs`, the hundredths it has reached. */
export const reachedAfter = (elapsedMs) =>
  Math.max(100, Math.floor(100 * Math.exp(elapsedMs / riseMs) + 1e-9));
