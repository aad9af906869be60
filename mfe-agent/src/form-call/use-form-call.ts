import { firstError, wasAnswered } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { useEffect, useRef, useState } from 'react';
import { onCarriedOut } from '../attempt/kept-attempts';
import { readBalancesAgain } from '../balances/balances';
import { useIsHere } from '../is-here/use-is-here';
import { tellAgent } from '../notice/tell-agent';
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
 * A form's call, one at a time. The form shows its refusal, or `fallback`; a notice tells that it was done where success leaves
 * the form. When the agent has moved on meanwhile, a notice tells the outcome, and nothing leads away from where the agent is now.
 */
export function useFormCall(fallback: string) {
  const queryClient = useQueryClient();
  const isHere = useIsHere();
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // Nothing is to ask for another try at what is told as done above.
  useEffect(() => onCarriedOut(() => setFault(null)), []);
  // State lags a render behind a second click; a ref does not.
  const isInFlight = useRef(false);

  /** True when the call succeeded and the form is still here to go on. */
  async function call({ what, done, isLeft = false, send }: FormCall): Promise<boolean> {
    if (isInFlight.current) return false;
    isInFlight.current = true;
    setIsSending(true);
    setFault(null);
    const agentId = currentUser()?.id;

    const tell = (tone: 'success' | 'failure', outcome: string): void =>
      tellAgent(agentId, { tone, text: messages.told(what, outcome) });

    try {
      await send();
      if (isLeft || !isHere()) tell('success', done);
      if (isHere()) return true;
      // The screen that stands there now was read before this was done.
      void readBalancesAgain(queryClient);
    } catch (error) {
      const refusal = firstError(error, fallback);
      if (!isHere()) {
        tell('failure', wasAnswered(error) ? refusal : messages.unknown);
        return false;
      }
      setFault(refusal);
      isInFlight.current = false;
      setIsSending(false);
    }
    return false;
  }

  return { fault, setFault, isSending, call };
}
