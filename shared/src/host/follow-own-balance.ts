import { bus } from '@palier/shared/bus';
import { hasManagementRights } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { currentUser } from '@palier/shared/session';
import { whenIdle } from '@palier/shared/when-idle';

/**
 * The agent's list and the account page open a socket that follows this balance too, so the host waits for
 * it.
 */
const REMOTE_WAIT_MS = 2_000;
const RELOAD_MS = 5_000;

let isWatching = false;
let isFollowed = false;

/** One for the page, also after another user signed in. */
let openSocket: (() => void) | undefined;

/**
 * Notes sockets of remotes, for `keepOwnBalanceLive`, as long as the page is open: a session may end while no
 * screen is mounted.
 */
export function watchRemoteSockets(): void {
  if (isWatching) return;
  isWatching = true;
  bus.on('socket/connected', () => (isFollowed = true));
  bus.on('session/ended', () => (isFollowed = false));
}

/**
 * Keeps the balance in an agent's header live on screens without a socket of their own, until the socket of a
 * remote does it.
 */
export function keepOwnBalanceLive(): void {
  const user = currentUser();
  if (user === null || !hasManagementRights(user.roleName)) return;
  whenIdle(() => {
    setTimeout(() => {
      if (isFollowed) return;
      import('./own-balance-socket').then(
        ({ createOwnBalanceSocket }) => {
          openSocket ??= createOwnBalanceSocket(() => isFollowed);
          openSocket();
        },
        (error: unknown) => {
          logIgnored(error, 'socket: not loaded');
          setTimeout(keepOwnBalanceLive, RELOAD_MS);
        },
      );
    }, REMOTE_WAIT_MS);
  });
}
