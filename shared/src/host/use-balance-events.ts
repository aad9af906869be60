import { useEffect } from 'react';
import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { setBalance } from '@palier/shared/session/writer';
import { fetchCurrentUser } from './current-user';

/** Updates the balance in the header from events of the remotes. */
export function useBalanceEvents(): void {
  useEffect(() => bus.on('balance/changed', ({ balance }) => setBalance(balance)), []);
  useEffect(
    () =>
      bus.on('balance/outdated', () => {
        fetchCurrentUser({ quiet: true }).catch((error: unknown) =>
          logIgnored(error, 'the balance was not read again'),
        );
      }),
    [],
  );
}
