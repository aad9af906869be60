import { useEffect } from 'react';
import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { useUser } from '@palier/shared/session';
import { setBalance } from '@palier/shared/session/writer';
import { onReturn } from '@palier/shared/socket/on-return';
import { fetchCurrentUser } from './current-user';
import { keepOwnBalanceLive, watchRemoteSockets } from './follow-own-balance';

function readBalanceAgain(): void {
  fetchCurrentUser({ quiet: true }).catch((error: unknown) =>
    logIgnored(error, 'the balance was not read again'),
  );
}

/**
 * Updates the balance in the header: from events of the remotes, from the server's socket, and when the page
 * comes back.
 */
export function useBalanceEvents(): void {
  const userId = useUser()?.id;
  const isSignedIn = userId !== undefined;
  useEffect(() => bus.on('balance/changed', ({ balance }) => setBalance(balance)), []);
  useEffect(() => bus.on('balance/outdated', readBalanceAgain), []);
  useEffect(() => (isSignedIn ? onReturn(readBalanceAgain) : undefined), [isSignedIn]);
  useEffect(watchRemoteSockets, []);
  useEffect(keepOwnBalanceLive, [userId]);
}
