import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatAmount } from '../money';
import { Link } from '../router';
import styles from './ui.module.css';

type Tone = 'primary' | 'quiet';

const buttonClass = (tone: Tone, isSmall: boolean): string =>
  [styles.button, styles[tone], isSmall ? styles.small : ''].join(' ');

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  readonly isSmall?: boolean;
}

export const Button = ({ tone = 'primary', isSmall = false, type = 'button', ...rest }: ButtonProps) => (
  <button type={type} className={buttonClass(tone, isSmall)} {...rest} />
);

interface ButtonLinkProps {
  readonly to: string;
  /** State of the history entry that the link opens. */
  readonly state?: unknown;
  readonly tone?: Tone;
  readonly isSmall?: boolean;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly onClick?: () => void;
}

/** A link that looks like a button. */
export const ButtonLink = ({ tone = 'quiet', isSmall = false, ...rest }: ButtonLinkProps) => (
  <Link className={buttonClass(tone, isSmall)} {...rest} />
);

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the text of the field is refused, in the red box below it; null where it is not. */
  readonly fault?: ReactNode;
  /** As of `useTries`. */
  readonly tries?: number | undefined;
}

/** A labelled input; the hint and the fault below are announced with the label. */
export function Field({
  label,
  hint,
  fault = null,
  tries,
  'aria-describedby': describedBy = '',
  ...rest
}: FieldProps) {
  const inputId = useId();
  const hintId = hint === undefined ? '' : `${inputId}-hint `;
  const faultId = fault === null ? '' : `${inputId}-fault `;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <input
        id={inputId}
        className={styles.input}
        aria-describedby={(faultId + hintId + describedBy).trim() || undefined}
        aria-invalid={fault !== null || undefined}
        {...rest}
      />
      {fault !== null && (
        <div id={`${inputId}-fault`}>
          <ErrorBox key={tries} message={fault} />
        </div>
      )}
      {hint !== undefined && (
        <span id={`${inputId}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

/**
 * The red box of section 8 of docs/spec-coverage.md, announced at once; renders nothing without a message.
 */
export const ErrorBox = ({ message }: { readonly message: ReactNode }) =>
  message === null ? null : (
    <p className={styles.errorBox} role="alert">
      {message}
    </p>
  );

export const SuccessBox = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <p className={styles.successBox} role="status">
      {message}
    </p>
  );

export const Chip = ({
  tone,
  children,
}: {
  readonly tone?: 'positive' | 'negative';
  readonly children: ReactNode;
}) => (
  <span
    className={[
      styles.chip,
      tone === 'positive' ? styles.chipPositive : '',
      tone === 'negative' ? styles.chipNegative : '',
    ].join(' ')}
  >
    {children}
  </span>
);

export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.visuallyHidden}>{children}</span>
);

export const Card = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.card}>{children}</div>
);

/** An amount in TND, with two decimals. */
export function Amount({ value, currency }: { readonly value: number; readonly currency?: 'TND' }) {
  return (
    <span className={styles.amount}>
      {formatAmount(value)}
      {currency !== undefined && <span className={styles.currency}> {currency}</span>}
    </span>
  );
}

interface Tries {
  readonly form: RefObject<HTMLFormElement | null>;
  /**
   * How often the form was submitted. Used as the key of the error box, so that screen readers announce an
   * equal refusal again.
   */
  readonly tries: number;
  /** Call at each submission. `faulty` is the name of the field that gets the focus. */
  readonly startTry: (faulty?: string) => void;
}

/** Counts the submissions of a form and focuses the first field when the form opens, then a faulty field. */
export function useTries(): Tries {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus(), []);
  function startTry(faulty?: string): void {
    setTries(tries + 1);
    if (faulty !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${faulty}]`)?.focus();
  }
  return { form, tries, startTry };
}
