import { bus } from '@palier/shared/bus';
import { hasManagementRights } from '@palier/shared/contracts';
import { setBalance } from '@palier/shared/session/writer';
import { createPageSocket } from '@palier/shared/socket/page-socket';
import { whenIdle } from '@palier/shared/socket/when-idle';

/**
 * The agent's list and the account page open a socket that follows this balance too, so the host waits for
 * it.
 */
const REMOTE_WAIT_MS = 2_000;

let isWatching = false;
let isFollowedByRemote = false;

/**
 * Notes sockets of remotes, for `keepOwnBalanceLive`, as long as the page is open: a session may end while no
 * screen is mounted.
 */
export function watchRemoteSockets(): void {
  if (isWatching) return;
  isWatching = true;
  bus.on('socket/connected', () => (isFollowedByRemote = true));
  bus.on('session/ended', () => (isFollowedByRemote = false));
}

/**
 * Keeps the balance in an agent's header live on screens without a socket of their own, until the socket of a
 * remote does it.
 */
export const keepOwnBalanceLive = createPageSocket({
  isFor: hasManagementRights,
  whenReady: (work) =>
    whenIdle(() => {
      setTimeout(() => {
        if (!isFollowedByRemote) work();
      }, REMOTE_WAIT_MS);
    }),
  load: async () => {
    const { createStompClient, parseBalance } = await import('@palier/shared/socket/stomp-client');
    return (userId) => {
      const socket = createStompClient(userId, {
        onBalance: (body) => {
          const balance = parseBalance(body);
          if (balance !== null) setBalance(balance);
        },
        onConnect: () => {
          if (isFollowedByRemote) socket.close();
        },
        onClose: () => stop(),
      });
      const stop = bus.on('socket/connected', () => socket.close());
      return socket;
    };
  },
});
