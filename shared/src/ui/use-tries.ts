import { useEffect, useRef, useState, type RefObject } from 'react';

interface Tries {
  readonly form: RefObject<HTMLFormElement | null>;
  /** How often the form was submitted. Used as the key of the error box, so that screen readers announce an equal refusal again. */
  readonly tries: number;
  /** Call at each submission. `faulty` is the name of the field that gets the focus. */
  readonly startTry: (faulty?: string) => void;
}

/** Counts the submissions of a form and focuses the first field when the form opens, then a faulty field. */
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
