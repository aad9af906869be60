import { bus } from '@palier/shared/bus';
import type { User } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { currentUser, user$ } from '@palier/shared/session';

interface Connection {
  readonly userId: number;
  readonly close: () => void;
}

/** The page's one connection; it outlives the screens that ask for it. */
let connection: Connection | null = null;

/** How soon code that could not be fetched is asked for again. */
const RELOAD_MS = 5_000;

const isClientOf = (user: User | null, userId: number): boolean =>
  user?.id === userId && user.roleName === 'ROLE_CLIENT';

/** Keeps the socket open for a signed-in client until the session ends or somebody else signs in (spec §4, §6). */
export function keepConnected(): void {
  const user = currentUser();
  if (user?.roleName !== 'ROLE_CLIENT' || connection?.userId === user.id) return;
  connection?.close();
  connection = openConnection(user.id);
}

function openConnection(userId: number): Connection {
  let isClosed = false;
  const closers: (() => void)[] = [];
  const close = (): void => {
    isClosed = true;
    for (const closer of closers.splice(0)) closer();
    if (connection === opened) connection = null;
  };
  const opened: Connection = { userId, close };

  const stopListening = bus.on('session/ended', close);
  const subscription = user$.subscribe((user) => {
    if (!isClientOf(user, userId)) close();
  });
  closers.push(stopListening, () => subscription.unsubscribe());

  const load = (): void => {
    // The two libraries are 18 kB that only a client needs, and not to see the first screen.
    import('./stomp-client')
      .then(({ createStompClient }) => {
        if (isClosed) return;
        const client = createStompClient(userId);
        client.activate();
        closers.push(() => void client.deactivate());
      })
      .catch((error: unknown) => {
        logIgnored(error, 'socket: not loaded');
        if (isClosed) return;
        const timer = setTimeout(load, RELOAD_MS);
        closers.push(() => clearTimeout(timer));
      });
  };
  closers.push(oncePaintedAndIdle(load));
  return opened;
}

/** The first banners and the first touches come before the socket, but no longer than this. */
const IDLE_WAIT_MS = 2_000;

/** Runs `work` once the screen has been painted and the page has a quiet moment; answers with the function that calls it off. */
function oncePaintedAndIdle(work: () => void): () => void {
  let callOff = (): void => undefined;
  const frame = requestAnimationFrame(() => {
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(work, { timeout: IDLE_WAIT_MS });
      callOff = () => cancelIdleCallback(idle);
    } else {
      const timer = setTimeout(work);
      callOff = () => clearTimeout(timer);
    }
  });
  return () => {
    cancelAnimationFrame(frame);
    callOff();
  };
}
