/** The names in older Safari. */
interface WebkitDocument extends Document {
  readonly webkitFullscreenElement?: Element | null;
}
interface WebkitElement extends HTMLElement {
  webkitRequestFullscreen?(): Promise<void> | void;
}

export const FULLSCREEN_EVENTS = ['fullscreenchange', 'webkitfullscreenchange'] as const;

export function fullscreenElement(): Element | null {
  const page: WebkitDocument = document;
  return page.fullscreenElement ?? page.webkitFullscreenElement ?? null;
}

/** False where the browser has no Fullscreen API (an iPhone) or refuses. */
export async function enterFullscreen(element: HTMLElement): Promise<boolean> {
  const target: Partial<WebkitElement> = element;
  const request = target.requestFullscreen ?? target.webkitRequestFullscreen;
  if (request === undefined) return false;
  try {
    await request.call(element);
    return true;
  } catch {
    return false;
  }
}
