import { parseAmount } from '@palier/shared/money/read-amount';
import { Field } from '@palier/shared/ui';
import type { ComponentProps, KeyboardEvent } from 'react';
import { addToAmount } from './transfer.rules';

interface AmountFieldProps extends Omit<ComponentProps<typeof Field>, 'onChange'> {
  readonly value: string;
  readonly onText: (text: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A number as text (decision 0075): a browser's number field keeps what it cannot read to itself, and
 * browsers read thousands and commas differently.
 */
export function AmountField({ value, onText, ...rest }: AmountFieldProps) {
  function stepByKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onText(addToAmount(value, step));
  }
  return (
    <Field
      role="spinbutton"
      aria-valuenow={parseAmount(value) ?? undefined}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={stepByKey}
      {...rest}
    />
  );
}
