import { useEffect, useRef, useState, type RefObject } from 'react';

interface Tries {
  readonly form: RefObject<HTMLFormElement | null>;
  /** How often the form was submitted. As the key of its error box, it makes screen readers announce an equal refusal again. */
  readonly tries: number;
  /** Call at each submission. `faulty` is the name of the field that gets the focus. */
  readonly startTry: (faulty?: string) => void;
}

/** The submissions of a form whose first field has the focus when it opens. */
export function useTries(): Tries {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  function startTry(faulty?: string): void {
    setTries(tries + 1);
    if (faulty !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${faulty}]`)?.focus();
  }
  return { form, tries, startTry };
}
