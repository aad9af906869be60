import type { BusPayload } from '@palier/shared/bus';
import { firstError, isDefiniteRefusal, refusedField } from '@palier/shared/http';
import { useProof, type WithProof } from '@palier/shared/prove-identity';
import { useMutation, useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { useEffect, useId, useState } from 'react';
import { carriedOut$ } from './attempt/attempt-storage';
import { refreshBalances } from './balances';
import { LazyProofDialog } from './lazy-proof-dialog';
import { notifyIfStillSignedIn } from './notify-if-still-signed-in';
import { messages } from './submit.messages';
import { useIsMounted } from './use-is-mounted';

type NoticeOffers = Pick<BusPayload<'notice/raised'>, 'link' | 'undo'>;

interface Submission {
  /** The action and its target, as a notice names them. */
  readonly subject: string;
  readonly successText: string;
  /** Whether the form is left on success, so that only a notice can show the success. */
  readonly navigatesAway?: boolean;
  /** Returns what the notice of the success offers, if it offers something. */
  readonly send: (withProof: WithProof) => Promise<NoticeOffers | void>;
  readonly onDone: () => void;
}

/**
 * Submits a form, one call at a time. The form shows a refusal, or `fallback`. When the agent has left the
 * form before the answer, a notice shows the outcome and the agent stays on the present screen. `dialog`,
 * which stands outside of the form, asks for a proof where the server wants one.
 */
export function useSubmit(fallback: string) {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const { withProof, dialog } = useProof(LazyProofDialog, 'code');
  const mutationKey = ['submit', useId()];
  const [error, setError] = useState<string | null>(null);
  /** The field that the error is about, by its name in the request. */
  const [faulty, setFaulty] = useState<string | undefined>();
  // Once the lost attempt is shown as carried out, the form must not ask for another try.
  useEffect(() => {
    const subscription = carriedOut$.subscribe(() => setError(null));
    return () => subscription.unsubscribe();
  }, []);

  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey,
    mutationFn: ({ send }: Submission & { readonly agentId: number | undefined }) => send(withProof),
    onSuccess: (offers, { agentId, subject, successText, navigatesAway = false, onDone }) => {
      const text = messages.outcome(subject, successText);
      if (navigatesAway || !isMounted()) notifyIfStillSignedIn(agentId, { tone: 'success', text, ...offers });
      if (isMounted()) onDone();
      // The form was left meanwhile: the present screen may show balances from before this call.
      else void refreshBalances(queryClient);
    },
    onError: (failure, { agentId, subject }) => {
      const refusal = firstError(failure, fallback);
      if (isMounted()) return refuse(refusal, refusedField(failure));
      const text = messages.outcome(subject, isDefiniteRefusal(failure) ? refusal : messages.unknown);
      notifyIfStillSignedIn(agentId, { tone: 'failure', text });
    },
  });

  function refuse(sentence: string | null, field?: string): void {
    setError(sentence);
    setFaulty(field);
  }

  function submit(submission: Submission): void {
    // `isPending` is one render late for the second click of a double click; the cache is not.
    const sent = queryClient.getMutationCache().findAll({ mutationKey });
    if (sent.some(({ state }) => state.status !== 'error')) return;
    refuse(null);
    mutate({ ...submission, agentId: currentUser()?.id });
  }

  return { error, faulty, refuse, isSending: isPending || isSuccess, submit, dialog };
}
