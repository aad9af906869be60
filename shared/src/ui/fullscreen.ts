/** Safari's name, beside the standard one. */
interface WebkitDocument extends Document {
  webkitExitFullscreen?(): Promise<void> | void;
}

/** Leaves the full screen, where the page has it. Never throws. */
export async function exitFullscreen(): Promise<void> {
  const page: Partial<WebkitDocument> = document;
  const exit = page.exitFullscreen ?? page.webkitExitFullscreen;
  try {
    await exit?.call(document);
  } catch {
    // Already out of it, which is what was asked for.
  }
}
