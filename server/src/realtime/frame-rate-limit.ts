/**
 * Enough for four frames to connect and an acknowledgement each for a hundred wins that were not yet
 * delivered.
 */
const BURST_FRAMES = 300;
const FRAMES_PER_SECOND = 50;

/** A token bucket for the frames of one connection. */
export class FrameRateLimit {
  private left = BURST_FRAMES;
  private refilledAtMs = performance.now();

  /** Takes `frames` from the bucket; false when fewer are left. */
  take(frames: number): boolean {
    const nowMs = performance.now();
    this.left = Math.min(BURST_FRAMES, this.left + ((nowMs - this.refilledAtMs) / 1000) * FRAMES_PER_SECOND);
    this.refilledAtMs = nowMs;
    this.left -= frames;
    return this.left >= 0;
  }
}
