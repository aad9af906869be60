import { RefusedCall } from './refused-call';

const HOUR_MS = 3_600_000;

interface Use {
  readonly endedAt: number;
  readonly ms: number;
}

export interface GateTime {
  /** Throws a RefusedCall while the remote has used its time. */
  require(remote: string): void;
  /** Runs a check, and counts its time for the remote. */
  spend<Result>(remote: string, check: () => Promise<Result>): Promise<Result>;
}

/**
 * Limits the time that the release gate spends on each remote within an hour: the gate tests one version at a
 * time, and the versions of one team must not keep the others waiting. `now` counts milliseconds.
 */
export function createGateTime(minutesPerHour: number, now: () => number = Date.now): GateTime {
  const uses = new Map<string, Use[]>();

  const recentUses = (remote: string): Use[] =>
    (uses.get(remote) ?? []).filter(({ endedAt }) => endedAt > now() - HOUR_MS);

  /** When enough of the used time is an hour ago, in milliseconds; null: there is time left now. */
  function nextTry(remote: string): number | null {
    const recent = recentUses(remote);
    let left = minutesPerHour * 60_000 - recent.reduce((sum, { ms }) => sum + ms, 0);
    let at: number | null = null;
    for (const { endedAt, ms } of recent) {
      if (left > 0) break;
      left += ms;
      at = endedAt + HOUR_MS;
    }
    return at;
  }

  return {
    require(remote) {
      const at = nextTry(remote);
      if (at === null) return;
      const minutes = Math.ceil((at - now()) / 60_000);
      throw new RefusedCall(
        429,
        `${remote} has used its ${minutesPerHour} minutes of the release gate in this hour. Nothing was ` +
          `changed. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}, ` +
          `at ${new Date(at).toISOString()}.`,
      );
    },
    async spend(remote, check) {
      const startedAt = now();
      try {
        return await check();
      } finally {
        const endedAt = now();
        uses.set(remote, [...recentUses(remote), { endedAt, ms: endedAt - startedAt }]);
      }
    },
  };
}
