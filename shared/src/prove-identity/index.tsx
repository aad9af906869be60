/** Not a singleton: each package bundles its own copy. */
import { refusedField } from '@palier/shared/http';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { ProofDialogProps } from './proof-dialog';

/** Makes a call; if it needs a proof, asks for one and then makes the same call once more. */
export type WithProof = <Value>(call: () => Promise<Value>) => Promise<Value>;

interface UsedProof {
  readonly withProof: WithProof;
  /** Render it beside the form; null while nothing is asked. */
  readonly dialog: ReactNode;
}

/** The field that a refusal for a missing proof names. */
const PROOF_FIELD = 'proof';

/**
 * Asks in place for a proof that a call lacks. Without a proof the call fails with the server's refusal.
 * `Dialog` is the dialog itself or a lazy form of it.
 */
export function useProof(Dialog: ComponentType<ProofDialogProps>, by: ProofDialogProps['by']): UsedProof {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  // A form that is left while the dialog is open gives up.
  useEffect(() => () => answer?.(false), [answer]);

  async function withProof<Value>(call: () => Promise<Value>): Promise<Value> {
    try {
      return await call();
    } catch (refusal) {
      if (refusedField(refusal) !== PROOF_FIELD) throw refusal;
      const isProved = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      if (!isProved) throw refusal;
      return call();
    }
  }

  function close(isProved: boolean): void {
    setAnswer(null);
    answer?.(isProved);
  }

  const dialog =
    answer === null ? null : (
      <Suspense fallback={null}>
        <Dialog by={by} onClose={close} />
      </Suspense>
    );
  return { withProof, dialog };
}
