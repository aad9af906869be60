/** Leaves full screen mode, if it is active. Never throws. */
export async function exitFullscreen(): Promise<void> {
  try {
    await document.exitFullscreen();
  } catch {
    // Not in full screen mode, or a browser without it.
  }
}
