import { useEffect } from 'react';
import { bus } from '../bus';
import { logIgnored } from '../http';
import { setBalance } from '../session';
import { fetchCurrentUser } from './current-user';

/** Keeps the header's balance true to what the remotes say on the bus. */
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
