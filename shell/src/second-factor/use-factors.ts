import type { NewApp } from '@palier/shared/contracts/factors';
import { fetchCurrentUser } from '@palier/shared/host/current-user';
import { firstError, logIgnored } from '@palier/shared/http';
import { useProof } from '@palier/shared/prove-identity';
import { ProofDialog } from '@palier/shared/prove-identity/proof-dialog';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { OWN_SESSIONS_KEY } from '../pages/settings/sessions/sessions.api';
import {
  addPasskey,
  beginApp,
  CodesLost,
  confirmApp,
  OWN_FACTORS_KEY,
  readOwnFactors,
  refuseReset,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from './factors.api';
import { messages } from './second-factor.messages';

/** What the section shows: the state, a factor that is being added, or recovery codes, which show once. */
type View =
  | { readonly step: 'state' }
  | { readonly step: 'adding'; readonly app: NewApp }
  | { readonly step: 'naming' }
  | { readonly step: 'codes'; readonly codes: readonly string[] };
const STATE: View = { step: 'state' };

type WithProof = ReturnType<typeof useProof>['withProof'];

/** Runs the section's calls and holds what it says about the last one. `showState` is for a lost answer. */
function useOutcome(withProof: WithProof, showState: () => void) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [success, setSuccess] = useState<string | null>(null);
  const clear = (): void => {
    setError(null);
    setSuccess(null);
  };

  /** Resolves to whether its form is done: the call succeeded, or its answer was lost. */
  async function run<Value>(
    call: () => Promise<Value>,
    onDone: (value: Value) => void,
    fallback: string = messages.failed,
  ): Promise<boolean> {
    clear();
    try {
      onDone(await withProof(call));
      return true;
    } catch (refusal) {
      const isLost = refusal instanceof CodesLost;
      if (isLost) showState();
      setError(isLost ? messages.codesLost : firstError(refusal, fallback));
      return isLost;
    } finally {
      // A changed factor has ended the other sessions, which Paramètres lists as well.
      await Promise.all(
        [OWN_FACTORS_KEY, OWN_SESSIONS_KEY].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    }
  }
  return { run, tell: setSuccess, clear, error, success };
}

/** The caller's second factors, with the calls that change them and what they led to. */
export function useFactors() {
  const user = useUser();
  const userId = user?.id;
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [OWN_FACTORS_KEY, userId],
    queryFn: ({ signal }) => readOwnFactors(signal),
    gcTime: 0,
  });
  const hasFactor = data !== undefined && (data.appAddedAt !== null || data.passkeys.length > 0);
  const { withProof, dialog } = useProof(ProofDialog, hasFactor ? 'code' : 'password');
  const [view, setView] = useState(STATE);
  const { run, tell, clear, error, success } = useOutcome(withProof, () => setView(STATE));
  const showCodes = (codes: readonly string[]): void => setView({ step: 'codes', codes });
  /** An account that had a factor keeps its recovery codes. */
  const showNewCodes = (codes: readonly string[], added: string): void => {
    tell(added);
    setView(codes.length === 0 ? STATE : { step: 'codes', codes });
  };

  return {
    factors: data,
    isLoading: isFetching && data === undefined,
    hasFailed: isError && !isFetching,
    refetch,
    dialog,
    view,
    error,
    success,
    showState: () => {
      setView(STATE);
      // Not before the recovery codes were read: it opens the other screens.
      if (user?.mustAddFactor === true)
        fetchCurrentUser({ quiet: true }).catch((failure: unknown) => logIgnored(failure, 'user not read'));
    },
    begin: () => run(beginApp, (app) => setView({ step: 'adding', app })),
    confirm: (code: string) =>
      run(
        () => confirmApp(code),
        (codes) => showNewCodes(codes, messages.appAdded),
      ),
    namePasskey: () => {
      clear();
      setView({ step: 'naming' });
    },
    addPasskey: (name: string) =>
      run(
        () => addPasskey(name),
        (codes) => showNewCodes(codes, messages.passkeyAdded),
        messages.passkeyNotAdded,
      ),
    removePasskey: (id: number) =>
      run(
        () => removePasskey(id),
        () => tell(messages.passkeyRemoved),
      ),
    refuseReset: () => run(refuseReset, () => tell(messages.resetRefused)),
    remove: () => run(removeApp, () => tell(messages.removed)),
    renew: () => run(renewRecoveryCodes, showCodes),
  };
}
