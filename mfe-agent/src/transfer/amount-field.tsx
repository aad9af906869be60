import { Field } from '@palier/shared/ui';
import type { ComponentProps, InputEvent } from 'react';

/** Chrome drops a comma that is not the decimal sign of its own language: 50,00, as amounts are written here, became 5000. */
function keepDecimals(event: InputEvent<HTMLInputElement>): void {
  if (!event.data.includes(',')) return;
  event.preventDefault();
  document.execCommand('insertText', false, event.data.replaceAll(',', '.'));
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
