/**
 * For `node --import`: a process whose clock is off by CLOCK_SHIFT_MS, and jumps to the other side at each SIGWINCH.
 * (a signal that means nothing to a program without a window). Only what people call the clock moves; `performance.now()` and timers go on, as on a machine whose clock is set.
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
