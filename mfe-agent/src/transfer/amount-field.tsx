import { Field } from '@palier/shared/ui';
import type { ComponentProps } from 'react';

/** An amount being typed. It lets go of the focus when the wheel turns, which would else change the number unseen. */
export const AmountField = (props: ComponentProps<typeof Field>) => (
  <Field type="number" autoComplete="off" onWheel={(event) => event.currentTarget.blur()} {...props} />
);
