/** Reports mounts and vitals of remotes (decision 0061): a chunk of its own, loaded after the first mount. */
import { freshAccessToken } from '@palier/shared/http';
import { accessToken, currentUser } from '@palier/shared/session';

interface Measured {
  readonly remote: string;
  readonly version: string;
  readonly userId: number;
  lcpMs?: number;
  inpMs?: number;
}

/** An entry of either observed type, with the element that it concerns. */
interface VitalEntry extends PerformanceEntry {
  readonly element?: Element | null;
  readonly target?: Node | null;
  readonly interactionId?: number;
}

/** Shorter interactions are not listed by browsers. */
const LISTED_FROM_MS = 40;

/** The version of each remote that this page's user runs, by the remote's name. */
const measured = new Map<string, Measured>();

/**
 * Reports a mount, once for a user and version in a page. The vitals follow when the page is hidden for the
 * first time.
 */
export async function reportMount(remote: string, version: string): Promise<void> {
  const user = currentUser();
  const known = measured.get(remote);
  if (user === null || (known?.version === version && known.userId === user.id)) return;
  if (measured.size === 0) observe();
  measured.set(remote, { remote, version, userId: user.id });
  send(await freshAccessToken(), { remote, version });
}

function send(token: string | null, report: object): void {
  fetch('/api/v1/remotes/reports', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined);
}

/** The remote in whose region the element is. */
function remoteAround(node: Node | null | undefined): Measured | undefined {
  const region = node instanceof Element ? node.closest<HTMLElement>('[data-remote]') : null;
  return measured.get(region?.dataset.remote ?? '');
}

function observe(): void {
  watch('largest-contentful-paint', ({ element, startTime }) => {
    const at = remoteAround(element);
    if (at !== undefined) at.lcpMs = Math.round(startTime);
  });
  watch('event', ({ target, interactionId, duration }) => {
    const at = interactionId ? remoteAround(target) : undefined;
    if (at !== undefined) at.inpMs = Math.max(at.inpMs ?? 0, Math.round(duration));
  });
  document.addEventListener('visibilitychange', function sendVitals() {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', sendVitals);
    for (const { userId, ...report } of measured.values())
      if (userId === currentUser()?.id && (report.lcpMs ?? report.inpMs) !== undefined)
        send(accessToken(), report);
  });
}

function watch(type: string, note: (entry: VitalEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  const options = { type, buffered: true, durationThreshold: LISTED_FROM_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options);
}
