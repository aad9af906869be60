import { logIgnored } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useCallback, useEffect, useState } from 'react';
import { readBalancesAgain } from '../balances';
import { useIsMounted } from '../use-is-mounted';
import { giveUp, isAnsweredFor, lostAttempts } from './attempt';
import { resolveAttempt } from './attempt.api';
import { announceCarriedOut, forget, onAttemptsChanged, type Attempt } from './kept-attempts';

export interface ToldAttempt {
  readonly attempt: Attempt;
  /** Unknown is one that was not asked about yet, unread one that the server has no answer to. */
  readonly outcome: 'checking' | 'unknown' | 'unread' | 'done' | 'not-done';
}

const isOpen = (outcome: ToldAttempt['outcome']): boolean => outcome !== 'done' && outcome !== 'not-done';

/**
 * The attempts whose answer was lost, and what became of them. Those found at the start, after a reload, are asked about at
 * once; those that are lost on this screen wait for a click, since the form offers the same attempt again.
 */
export function useLostAttempts() {
  const agentId = useUser()?.id;
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const [told, setTold] = useState<readonly ToldAttempt[]>([]);

  const check = useCallback(
    async (attempt: Attempt): Promise<void> => {
      const tell = (outcome: ToldAttempt['outcome']): void =>
        setTold((before) =>
          before.map((one) => (one.attempt.key === attempt.key ? { attempt, outcome } : one)),
        );
      if (!isAnsweredFor(attempt)) return tell('unread');
      tell('checking');
      try {
        const outcome = (await resolveAttempt(attempt.key)) ? 'done' : 'not-done';
        // Nobody has read it on a screen that is gone: the attempt stays, for the next screen to ask and tell.
        if (isMounted()) {
          forget(attempt.key);
          tell(outcome);
        }
        if (outcome === 'not-done') return;
        announceCarriedOut(attempt);
        await readBalancesAgain(queryClient);
      } catch (error) {
        tell('unread');
        logIgnored(error, 'attempt: its outcome could not be read');
      }
    },
    [queryClient, isMounted],
  );

  useEffect(() => {
    if (agentId === undefined) return;
    const show = (): void =>
      setTold((before) => {
        const lost = lostAttempts(agentId);
        const isNew = ({ key }: Attempt): boolean => !before.some(({ attempt }) => attempt.key === key);
        return [
          ...before.filter(
            ({ attempt, outcome }) => !isOpen(outcome) || lost.some(({ key }) => key === attempt.key),
          ),
          ...lost.filter(isNew).map((attempt) => ({ attempt, outcome: 'unknown' as const })),
        ];
      });
    show();
    lostAttempts(agentId).forEach((attempt) => void check(attempt));
    return onAttemptsChanged(show);
  }, [agentId, check]);

  function close(key: string): void {
    giveUp(key);
    setTold((before) => before.filter(({ attempt }) => attempt.key !== key));
  }
  return { told, check, close };
}
