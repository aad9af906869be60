interface WebkitDocument extends Document {
  webkitExitFullscreen?(): Promise<void> | void;
}

/** Leaves full screen mode, if it is active. Never throws. */
export async function exitFullscreen(): Promise<void> {
  const page: Partial<WebkitDocument> = document;
  const exit = page.exitFullscreen ?? page.webkitExitFullscreen;
  try {
    await exit?.call(document);
  } catch {
    // Not in full screen mode.
  }
}
