import { bus } from '@palier/shared/bus';
import type { Role, User } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { currentUser, user$ } from '@palier/shared/session';

interface PageSocketOptions {
  readonly isFor: (role: Role) => boolean;
  /** Calls `work` once the first screen is shown. */
  readonly whenReady: (work: () => void) => void;
  /** Imports the code of the socket. The two socket libraries are 18 kB. */
  readonly load: () => Promise<
    (userId: number) => { readonly client: { activate(): void }; readonly close: () => void }
  >;
}

const RELOAD_MS = 5_000;

/**
 * Returns a function that keeps one socket open for a signed-in user until the session ends or another user
 * signs in (sections 4 and 6 of docs/spec-coverage.md). The connection outlives the screens that request it.
 */
export function createPageSocket({ isFor, whenReady, load }: PageSocketOptions): () => void {
  let isConnected = false;

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

    const open = (): void => {
      if (isClosed) return;
      load()
        .then((create) => {
          if (isClosed) return;
          const socket = create(userId);
          disconnect = socket.close;
          socket.client.activate();
        })
        .catch((error: unknown) => {
          logIgnored(error, 'socket: not loaded');
          setTimeout(open, RELOAD_MS);
        });
    };
    whenReady(open);
  }

  return () => {
    const user = currentUser();
    if (!isConnected && user !== null && isFor(user.roleName)) connect(user);
  };
}
