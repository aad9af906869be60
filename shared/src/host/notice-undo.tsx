import { lazy, useState } from 'react';
import { bus, type UndoOffer } from '@palier/shared/bus';
import { ConfirmButton } from '@palier/shared/confirm-button';
import { firstError, http, isDefiniteRefusal, refusedField } from '@palier/shared/http';
import { useProof } from '@palier/shared/prove-identity';
import { useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { Button } from '@palier/shared/ui';
import type { Notice } from './notice';

/** Loaded when taking back is refused for a missing proof. */
const LazyProofDialog = lazy(async () => ({
  default: (await import('@palier/shared/prove-identity/proof-dialog')).ProofDialog,
}));

const anyBody = { parse: () => undefined };

interface NoticeUndoProps {
  readonly undo: UndoOffer;
  /** What the notice reports was taken back, or the server refused it for good. */
  readonly onSettled: () => void;
}

/** The button of a notice that takes back what the notice reports. Its outcome is a notice too. */
export function NoticeUndo({ undo, onSettled }: NoticeUndoProps) {
  const { label, question, keep, path, body, done, unknown } = undo;
  const queryClient = useQueryClient();
  const { withProof, dialog } = useProof(LazyProofDialog, 'code');
  const [isSending, setIsSending] = useState(false);

  async function takeBack(): Promise<boolean> {
    const userId = currentUser()?.id;
    const say = (tone: Notice['tone'], text: string): void => {
      if (currentUser()?.id === userId) bus.emit('notice/raised', { tone, text });
    };
    let isSettled = true;
    try {
      await withProof(() => http.post(path, body ?? {}, anyBody));
      say('success', done);
    } catch (failure) {
      const isRefused = isDefiniteRefusal(failure);
      // A proof that was not given may be given at the next try.
      isSettled = isRefused && refusedField(failure) !== 'proof';
      say('failure', isRefused ? firstError(failure, unknown) : unknown);
    }
    // Balances and lists from before this call, also those of other screens.
    bus.emit('balance/outdated', {});
    void queryClient.invalidateQueries();
    if (isSettled) onSettled();
    return isSettled;
  }

  if (question !== undefined)
    return (
      <>
        <ConfirmButton
          label={label}
          question={question}
          isSmall
          {...(keep === undefined ? {} : { cancelLabel: keep })}
          onConfirm={takeBack}
        />
        {dialog}
      </>
    );
  return (
    <>
      <Button
        tone="quiet"
        isSmall
        aria-busy={isSending}
        onClick={() => {
          if (isSending) return;
          setIsSending(true);
          void takeBack().finally(() => setIsSending(false));
        }}
      >
        {label}
      </Button>
      {dialog}
    </>
  );
}
