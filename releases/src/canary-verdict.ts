import type { WeightedCounts } from '@palier/server/remotes';

export type Verdict = 'too few' | 'undecided' | 'worse';

export const LEAST_SESSIONS = 20;
/** A canary is compared with a version that fails in this share of sessions more than the active one. */
const WORSE_BY = 0.05;
/**
 * The canary is withdrawn when its reports are this many times likelier for such a version than for one as
 * good as the active one.
 */
const WITHDRAWAL_ODDS = 100;

/** Failure rates that the active version may have, evenly spaced by ratio from 0.05 % to 50 %. */
const POSSIBLE_FAILURE_RATES = Array.from({ length: 80 }, (_, index) => 0.0005 * 1_000 ** (index / 79));

/** The logarithm of the probability of these counts, without the binomial coefficient. */
const logLikelihood = (failureRate: number, sessions: number, failed: number): number =>
  failed * Math.log(failureRate) + (sessions - failed) * Math.log(1 - failureRate);

function logOfSum(logarithms: readonly number[]): number {
  const most = Math.max(...logarithms);
  return most + Math.log(logarithms.reduce((sum, one) => sum + Math.exp(one - most), 0));
}

/**
 * Compares a canary with the active version by a Bayes factor, averaged over the unknown failure rate of the
 * active version (decision 0061). Failures of the canary count once for a network and without one network, so
 * that no single sender can decide: -1 or 0 never reaches the odds.
 */
export function judgeCanary(canary: WeightedCounts, active: Omit<WeightedCounts, 'failedNetworks'>): Verdict {
  if (canary.sessions < LEAST_SESSIONS) return 'too few';
  const failed = canary.failedNetworks - 1;
  const probability = (worseBy: number): number =>
    logOfSum(
      POSSIBLE_FAILURE_RATES.map(
        (failureRate) =>
          logLikelihood(failureRate, active.sessions, active.failed) +
          logLikelihood(failureRate + worseBy, canary.sessions, failed),
      ),
    );
  return probability(WORSE_BY) - probability(0) >= Math.log(WITHDRAWAL_ODDS) ? 'worse' : 'undecided';
}
