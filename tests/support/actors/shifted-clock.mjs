/**
 * For `node --import`: shifts `Date` by CLOCK_SHIFT_MS and inverts the shift at each SIGWINCH.
 * `performance.now()` and timers are unaffected, as on a machine whose clock is set.
 */
const RealDate = globalThis.Date;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
process.on('SIGWINCH', () => {
  shiftMs = -shiftMs;
});

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
