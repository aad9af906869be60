import { logIgnored } from '@palier/shared/http';
import { useProof } from '@palier/shared/prove-identity';
import { useQueryClient } from '@palier/shared/query';
import { useEffect, useRef, useState } from 'react';
import { isStillResolvable } from '../../lib/attempt/attempt';
import { resolveAttempt } from '../../lib/attempt/resolve-attempt';
import { publishNewBalance, refreshBalances } from '../../lib/balances';
import { LazyProofDialog } from '../../lib/lazy-proof-dialog';
import {
  beginRun,
  forgetRun,
  isFinished,
  readRun,
  type Run,
  settleLine,
  type StoredRun,
  stopRun,
} from '../../lib/movement-run/run-storage';
import { notifyIfStillSignedIn } from '../../lib/notify-if-still-signed-in';
import { useIsMounted } from '../../lib/use-is-mounted';
import { messages } from './movement-list.messages';
import { sendLine, type Sent } from './send-line';

/** The line that is sent next, if there is one. */
const nextOf = (stored: StoredRun | null) =>
  stored === null || isFinished(stored) ? undefined : stored.run.lines[stored.outcomes.length];

/** Tells the agent, who has left the page, how far the list has come. */
function notifyElsewhere(agentId: number): void {
  const stored = readRun(agentId);
  if (stored === null) return;
  const { outcomes, run } = stored;
  const link = { to: '/admin/movement-list', text: messages.open };
  notifyIfStillSignedIn(
    agentId,
    isFinished(stored)
      ? { tone: 'success', text: messages.finishedElsewhere, link }
      : { tone: 'info', text: messages.pausedElsewhere(outcomes.length, run.lines.length), link },
  );
}

/** Why no line is being sent. `isLost`: the run goes on when the browser is connected again. */
interface Pause {
  readonly reason: string | null;
  readonly isLost: boolean;
}
const AT_RELOAD: Pause = { reason: messages.atReload, isLost: false };

const ASKED: Pause = { reason: null, isLost: false };

/** Calls `act` when the browser is connected again, while `isWaiting`. */
function useOnReconnect(isWaiting: boolean, act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    if (!isWaiting) return;
    const onOnline = (): void => newest.current();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isWaiting]);
}

/** The stored list of an agent, read again after each change. */
function useStoredRun(agentId: number) {
  const [stored, setStored] = useState(() => readRun(agentId));
  const refresh = (): StoredRun | null => {
    const present = readRun(agentId);
    setStored(present);
    return present;
  };
  return { stored, refresh };
}

/**
 * Sends the lines of the stored list in order, one at a time, each under its own key, until one has no
 * definite answer. That line is sent again under the same key, so it moves money once.
 */
function useSender(agentId: number, refresh: () => StoredRun | null) {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const { withProof, dialog } = useProof(LazyProofDialog, 'code');
  const [isSending, setSending] = useState(false);
  const [pause, setPause] = useState<Pause>(AT_RELOAD);
  /** Whether the next line may have been sent without an answer. */
  const [isUnsure, setUnsure] = useState(() => readRun(agentId) !== null);
  const control = useRef({ isSending: false, isPauseAsked: false });

  /** False when the line has no outcome. */
  function settle({ run, outcomes }: StoredRun, sent: Sent): boolean {
    if (sent.outcome === null) {
      setPause(sent);
      if (sent.isLost) setUnsure(true);
      return false;
    }
    setUnsure(false);
    settleLine(run, outcomes.length, sent.outcome);
    if (sent.ownBalance !== null) publishNewBalance(queryClient, agentId, sent.ownBalance);
    return true;
  }

  async function sendRest(): Promise<void> {
    let present = refresh();
    for (let line = nextOf(present); present !== null && line !== undefined; line = nextOf(present)) {
      if (!settle(present, await sendLine(present.run, line, withProof))) return;
      present = refresh();
      if (!isMounted()) return;
      if (control.current.isPauseAsked) return setPause(ASKED);
    }
    void refreshBalances(queryClient);
  }

  function send(): void {
    if (control.current.isSending) return;
    control.current = { isSending: true, isPauseAsked: false };
    setSending(true);
    sendRest()
      .catch((error: unknown) => logIgnored(error, 'movement list: not sent'))
      .finally(() => {
        control.current.isSending = false;
        setSending(false);
        if (!isMounted()) notifyElsewhere(agentId);
      });
  }

  useOnReconnect(!isSending && pause.isLost, send);
  const askPause = (): void => {
    control.current.isPauseAsked = true;
  };
  return { isSending, isUnsure, pause, setPause, send, askPause, dialog };
}

/** The list that an agent has confirmed, until the agent begins a new one. */
export function useRun(agentId: number) {
  const queryClient = useQueryClient();
  const { stored, refresh } = useStoredRun(agentId);
  const { pause, setPause, send, ...sender } = useSender(agentId, refresh);

  /**
   * Gives up the lines without an outcome, after the server has said whether the next one was carried out.
   */
  async function giveUp(): Promise<void> {
    const present = refresh();
    const line = nextOf(present);
    if (present === null || line === undefined || sender.isSending) return;
    try {
      if (await resolveAttempt(line.key))
        settleLine(present.run, present.outcomes.length, { movement: null });
      stopRun(present.run);
      refresh();
      void refreshBalances(queryClient);
    } catch (error) {
      logIgnored(error, 'movement list: outcome not read');
      setPause({ reason: messages.notGivenUp, isLost: true });
    }
  }

  /** Stores the list and sends it; false while another one is not finished. */
  const begin = (run: Run): boolean => {
    const isBegun = beginRun(run);
    if (isBegun) send();
    return isBegun;
  };
  const forget = (run: Run): void => {
    forgetRun(run);
    refresh();
  };
  const isTooOld = stored !== null && !isFinished(stored) && !isStillResolvable(stored.run);
  return { ...sender, stored, pauseReason: pause.reason, isTooOld, begin, resume: send, giveUp, forget };
}
