import { Field } from '@palier/shared/ui';
import type { ComponentProps, InputEvent } from 'react';

/** Chrome drops a comma that is not the decimal separator of its own language, so 50,00 would become 5000. */
function keepDecimals(event: InputEvent<HTMLInputElement>): void {
  const signs = event.data.replace(/[^.,]/g, '');
  if (signs === '' || signs === '.') return;
  event.preventDefault();
  // Text with several separators is ambiguous and is not inserted: the field would take 1,250.00 as 1.25.
  if (signs === ',') document.execCommand('insertText', false, event.data.replace(',', '.'));
}

/** A focused number field changes with the mouse wheel, so the wheel takes the focus away. */
export const AmountField = (props: ComponentProps<typeof Field>) => (
  <Field
    type="number"
    autoComplete="off"
    onBeforeInput={keepDecimals}
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
);
