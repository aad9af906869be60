import { bus } from '@palier/shared/bus';
import { jackpotCountersSchema } from '@palier/shared/contracts';
import { http, logIgnored } from '@palier/shared/http';
import { createStompClient, type StompSocket } from '@palier/shared/socket/stomp-client';
import {
  createRefusalPublisher,
  createWinPublisher,
  publishBalance,
  publishCounters,
} from './publish-messages';

/** The socket of a client: wins, counters, balance and the reasons of refused stakes. */
export function createJackpotClient(userId: number): StompSocket {
  const wins = createWinPublisher();
  const publishRefusal = createRefusalPublisher();
  return createStompClient(userId, {
    onBalance: publishBalance,
    onConnect: (client, isReconnection) => {
      client.subscribe(
        `/topic/jackpot/user/${userId}`,
        (message) =>
          wins.publishWin(message.body, () => {
            if (client.connected) message.ack();
          }),
        { ack: 'client-individual' },
      );
      client.subscribe(`/topic/refusals/user/${userId}`, (message) => publishRefusal(message.body));
      let hasNewCounters = false;
      client.subscribe('/topic/jackpot/counters', (message) => {
        hasNewCounters = true;
        publishCounters(message.body);
      });
      // On the first connection the page has just read the counters.
      if (!isReconnection) return;
      http
        .get('/jackpot/counters', jackpotCountersSchema, { quiet: true })
        .then((counters) => {
          if (!hasNewCounters) bus.emit('jackpot/counted', counters);
        })
        .catch((error: unknown) => logIgnored(error, 'socket: counters not read again'));
    },
    onClose: wins.stop,
  });
}
