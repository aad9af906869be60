import { bus } from '@palier/shared/bus';
import type { User } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { currentUser, user$ } from '@palier/shared/session';

/** Whether the page's only connection exists; the connection outlives the screens that request the socket. */
let isConnected = false;

const RELOAD_MS = 5_000;

/**
 * Keeps the socket open for a signed-in client until the session ends or another user signs in (sections 4 and 6 of docs/spec-coverage.md).
 */
export function keepConnected(): void {
  const user = currentUser();
  if (!isConnected && user?.roleName === 'ROLE_CLIENT') connect(user);
}

function connect({ id: userId, roleName }: User): void {
  isConnected = true;
  let isClosed = false;
  let disconnect = (): void => undefined;

  const close = (): void => {
    isClosed = true;
    isConnected = false;
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
    // The two socket libraries are 18 kB that only clients need, after the first screen.
    import('./stomp-client')
      .then(({ createStompClient }) => {
        if (isClosed) return;
        const socket = createStompClient(userId);
        disconnect = socket.close;
        socket.client.activate();
      })
      .catch((error: unknown) => {
        logIgnored(error, 'socket: not loaded');
        setTimeout(load, RELOAD_MS);
      });
  };
  afterFirstImageAndIdle(load);
}

const IMAGE_WAIT_MS = 3_000;

/**
 * Runs `work` once the first banner or the game's frame has loaded and the page is idle. Idle alone is not enough: on a slow
 * network the page is idle while it waits for the list of games.
 */
function afterFirstImageAndIdle(work: () => void): void {
  const begin = (): void => {
    clearTimeout(timer);
    document.removeEventListener('load', onLoad, true);
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IMAGE_WAIT_MS });
    else setTimeout(work);
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof HTMLIFrameElement) begin();
  };
  const timer = setTimeout(begin, IMAGE_WAIT_MS);
  // The load event of an element does not bubble.
  document.addEventListener('load', onLoad, true);
}
