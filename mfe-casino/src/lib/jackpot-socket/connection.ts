import { bus } from '@palier/shared/bus';
import type { User } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { currentUser, user$ } from '@palier/shared/session';

/** True while the page's one connection is kept; it outlives the screens that ask for it. */
let isKept = false;

/** How soon code that could not be fetched is asked for again. */
const RELOAD_MS = 5_000;

/** Keeps the socket open for a signed-in client until the session ends or somebody else signs in (spec §4, §6). */
export function keepConnected(): void {
  const user = currentUser();
  if (!isKept && user?.roleName === 'ROLE_CLIENT') connect(user);
}

function connect({ id: userId, roleName }: User): void {
  isKept = true;
  let isClosed = false;
  let disconnect = (): void => undefined;

  const close = (): void => {
    isClosed = true;
    isKept = false;
    stopListening();
    subscription.unsubscribe();
    disconnect();
  };
  const stopListening = bus.on('session/ended', close);
  const subscription = user$.subscribe((user) => {
    if (user?.id !== userId || user.roleName !== roleName) close();
  });

  const load = (): void => {
    if (isClosed) return;
    // The two libraries are 18 kB that only a client needs, and not to see the first screen.
    import('./stomp-client')
      .then(({ createStompClient }) => {
        if (isClosed) return;
        const client = createStompClient(userId);
        client.activate();
        disconnect = () => void client.deactivate();
      })
      .catch((error: unknown) => {
        logIgnored(error, 'socket: not loaded');
        setTimeout(load, RELOAD_MS);
      });
  };
  oncePicturedAndIdle(load);
}

/** The screen's first picture comes before the socket, but no longer than this. */
const PICTURE_WAIT_MS = 3_000;

/**
 * Runs `work` once the first banner, or the game's frame, has come and the page has a quiet moment. A quiet moment alone is not
 * enough: on a slow line the page has many, all the while that the list of games is on its way.
 */
function oncePicturedAndIdle(work: () => void): void {
  const begin = (): void => {
    clearTimeout(timer);
    document.removeEventListener('load', onLoad, true);
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: PICTURE_WAIT_MS });
    else setTimeout(work);
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof HTMLIFrameElement) begin();
  };
  const timer = setTimeout(begin, PICTURE_WAIT_MS);
  // The load of an element does not bubble.
  document.addEventListener('load', onLoad, true);
}
