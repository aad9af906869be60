import { jackpotCountersSchema, type JackpotCounters } from '@palier/shared/contracts';
import { http, logIgnored } from '@palier/shared/http';

export const NO_COUNTERS: JackpotCounters = { bronzeCounter: 0, silverCounter: 0, goldCounter: 0 };

/** Spec §8: a failure is only logged and the counters fall back to zeros. */
export async function fetchCounters(signal: AbortSignal): Promise<JackpotCounters> {
  try {
    return await http.get('/jackpot/counters', jackpotCountersSchema, { signal, quiet: true });
  } catch (error) {
    if (!signal.aborted) logIgnored(error, 'jackpot counters not fetched');
    return NO_COUNTERS;
  }
}
