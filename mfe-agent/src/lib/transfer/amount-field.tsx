import { Field } from '@palier/shared/ui';
import type { ComponentProps, InputEvent } from 'react';

/** Chrome drops a comma that is not the decimal sign of its own language: 50,00, as amounts are written here, became 5000. */
function keepDecimals(event: InputEvent<HTMLInputElement>): void {
  const signs = event.data.replace(/[^.,]/g, '');
  if (signs === '' || signs === '.') return;
  event.preventDefault();
  // Which of several parts off the decimals nobody can tell, and the field takes the first: 1,250.00 would be 1.25.
  if (signs === ',') document.execCommand('insertText', false, event.data.replace(',', '.'));
}

/** An amount being typed. It lets go of the focus when the wheel turns, which would else change the number unseen. */
export const AmountField = (props: ComponentProps<typeof Field>) => (
  <Field
    type="number"
    autoComplete="off"
    onBeforeInput={keepDecimals}
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
);
