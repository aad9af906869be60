import { bus } from '@palier/shared/bus';
import { hasManagementRights } from '@palier/shared/contracts';
import { createPageSocket } from '@palier/shared/socket/page-socket';
import {
  balanceTopic,
  createStompClient,
  parseBalance,
  type Client,
  type StompSocket,
  type StompSubscription,
} from '@palier/shared/socket/stomp-client';
import { followedIds$, receiveBalance } from './followed';

/** The socket of an agent: the agent's own balance and those of the direct children on screen. */
function createAgentSocket(userId: number): StompSocket {
  const subscriptions = new Map<number, StompSubscription>();

  function follow(client: Client, ids: readonly number[]): void {
    for (const [id, subscription] of subscriptions) {
      if (ids.includes(id)) continue;
      subscription.unsubscribe();
      subscriptions.delete(id);
    }
    for (const id of ids) {
      if (subscriptions.has(id)) continue;
      const subscription = client.subscribe(balanceTopic(id), ({ body }) => {
        const balance = parseBalance(body);
        if (balance !== null) receiveBalance(id, balance);
      });
      subscriptions.set(id, subscription);
    }
  }

  const socket = createStompClient(userId, {
    onBalance: (body) => {
      const balance = parseBalance(body);
      if (balance !== null) bus.emit('balance/changed', { balance });
    },
    onConnect: (client) => {
      // The host closes its socket for the own balance.
      bus.emit('socket/connected', {});
      subscriptions.clear();
      follow(client, followedIds$.value);
    },
    onClose: () => changes.unsubscribe(),
  });
  const changes = followedIds$.subscribe((ids) => {
    if (socket.client.connected) follow(socket.client, ids);
  });
  return socket;
}

export const keepConnected = createPageSocket({
  isFor: hasManagementRights,
  whenReady: (work) => work(),
  load: async () => createAgentSocket,
});
