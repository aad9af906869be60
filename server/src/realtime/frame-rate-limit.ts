/** Frames at once: a page sends four to connect, then one for each win, of which it may find a hundred on its return. */
const MOST_AT_ONCE = 300;
const A_SECOND = 50;

/** What one connection may still send, refilled as time passes. */
export class FrameAllowance {
  private left = MOST_AT_ONCE;
  private countedAtMs = performance.now();

  /** Takes so many frames off it; false when that is more than is left. */
  take(frames: number): boolean {
    const nowMs = performance.now();
    this.left = Math.min(MOST_AT_ONCE, this.left + ((nowMs - this.countedAtMs) / 1000) * A_SECOND);
    this.countedAtMs = nowMs;
    this.left -= frames;
    return this.left >= 0;
  }
}
