import { firstError, wasAnswered } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { useEffect, useRef, useState } from 'react';
import { onCarriedOut } from './attempt/kept-attempts';
import { readBalancesAgain } from './balances';
import { useIsMounted } from './use-is-mounted';
import { tellAgent } from './tell-agent';
import { messages } from './form-call.messages';

interface FormCall {
  /** What is done and to whom, as a notice names it. */
  readonly what: string;
  /** What a notice says when it was done. */
  readonly done: string;
  /** Whether success leads away from the form, where nothing else would say that it was done. */
  readonly isLeft?: boolean;
  readonly send: () => Promise<void>;
}

/**
 * Sends a form's call, one at a time. The form shows a refusal, or `fallback`; where success leaves the form, a notice says that it
 * was done. When the agent has moved on meanwhile, a notice tells the outcome and the agent stays on the present screen.
 */
export function useFormCall(fallback: string) {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // Once the attempt above is shown as done, the form must not ask for another try.
  useEffect(() => onCarriedOut(() => setError(null)), []);
  // State lags a render behind a second click; a ref does not.
  const isInFlight = useRef(false);

  /** True when the call succeeded and the form is still here to go on. */
  async function call({ what, done, isLeft = false, send }: FormCall): Promise<boolean> {
    if (isInFlight.current) return false;
    isInFlight.current = true;
    setIsSending(true);
    setError(null);
    const agentId = currentUser()?.id;

    const tell = (tone: 'success' | 'failure', outcome: string): void =>
      tellAgent(agentId, { tone, text: messages.told(what, outcome) });

    try {
      await send();
      if (isLeft || !isMounted()) tell('success', done);
      if (isMounted()) return true;
      // The screen that is shown now was read before this was done.
      void readBalancesAgain(queryClient);
    } catch (error) {
      const refusal = firstError(error, fallback);
      if (!isMounted()) {
        tell('failure', wasAnswered(error) ? refusal : messages.unknown);
        return false;
      }
      setError(refusal);
      isInFlight.current = false;
      setIsSending(false);
    }
    return false;
  }

  return { error, setError, isSending, call };
}
