import { bus } from '@palier/shared/bus';
import { hasManagementRights } from '@palier/shared/contracts';
import { setBalance } from '@palier/shared/session/writer';
import { createPageSocket } from '@palier/shared/socket/page-socket';

/**
 * Returns a function that opens one socket for the balance of the signed-in agent, until the socket of a
 * remote follows it.
 */
export const createOwnBalanceSocket = (isFollowedByRemote: () => boolean): (() => void) =>
  createPageSocket({
    isFor: hasManagementRights,
    whenReady: (work) => {
      if (!isFollowedByRemote()) work();
    },
    load: async () => {
      const { createStompClient, parseBalance } = await import('@palier/shared/socket/stomp-client');
      return (userId) => {
        const socket = createStompClient(userId, {
          onBalance: (body) => {
            const balance = parseBalance(body);
            if (balance !== null) setBalance(balance);
          },
          onConnect: () => {
            if (isFollowedByRemote()) socket.close();
          },
          onClose: () => stop(),
        });
        const stop = bus.on('socket/connected', () => socket.close());
        return socket;
      };
    },
  });
