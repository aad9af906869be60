import { useState } from 'react';
import { bus } from '@palier/shared/bus';
import { ConfirmButton } from '@palier/shared/confirm-button';
import { firstError, http, isDefiniteRefusal } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { Button } from '@palier/shared/ui';
import type { Notice } from './notices';

type Undo = NonNullable<Notice['undo']>;

const anyBody = { parse: () => undefined };

interface NoticeUndoProps {
  readonly undo: Undo;
  /** What the notice reports was taken back, or the server refused it for good. */
  readonly onSettled: () => void;
}

/** The button of a notice that takes back what the notice reports. Its outcome is a notice too. */
export function NoticeUndo({ undo, onSettled }: NoticeUndoProps) {
  const { label, question, keep, path, body, done, unknown } = undo;
  const queryClient = useQueryClient();
  const [isSending, setIsSending] = useState(false);

  async function takeBack(): Promise<boolean> {
    const userId = currentUser()?.id;
    const say = (tone: Notice['tone'], text: string): void => {
      if (currentUser()?.id === userId) bus.emit('notice/raised', { tone, text });
    };
    let isSettled = true;
    try {
      await http.post(path, body ?? {}, anyBody);
      say('success', done);
    } catch (failure) {
      isSettled = isDefiniteRefusal(failure);
      say('failure', isSettled ? firstError(failure, unknown) : unknown);
    }
    // Balances and lists from before this call, also those of other screens.
    bus.emit('balance/outdated', {});
    void queryClient.invalidateQueries();
    if (isSettled) onSettled();
    return isSettled;
  }

  if (question !== undefined)
    return (
      <ConfirmButton
        label={label}
        question={question}
        isSmall
        {...(keep === undefined ? {} : { cancelLabel: keep })}
        onConfirm={takeBack}
      />
    );
  return (
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
  );
}
