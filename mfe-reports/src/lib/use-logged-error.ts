import { logIgnored } from '@palier/shared/http';
import { useEffect } from 'react';

/** Logs, once each time, that a query has failed. */
export function useLoggedError(error: Error | null, reason: string): void {
  useEffect(() => {
    if (error !== null) logIgnored(error, reason);
  }, [error, reason]);
}
