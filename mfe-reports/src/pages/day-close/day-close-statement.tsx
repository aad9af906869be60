import type { DayClose } from '@palier/shared/contracts';
import { Amount } from '@palier/shared/ui';
import { Statement, type StatementLine } from '../../lib/statement/statement';
import { messages } from './day-close.messages';

const balance = (label: string, amount: number): StatementLine => ({
  label,
  value: <Amount value={amount} currency="TND" />,
  kind: 'balance',
});
const part = (label: string, amount: number): StatementLine => ({
  label,
  value: <Amount value={amount} />,
  kind: 'part',
});
const total = (label: string, amount: number, sign: '+' | '−'): StatementLine => ({
  label,
  value: <Amount value={amount} />,
  sign,
  kind: 'total',
});

export const DayCloseStatement = ({ day }: { readonly day: DayClose }) => (
  <Statement
    caption={messages.statement}
    lines={[
      balance(messages.opening, day.opening),
      part(messages.received, day.received),
      part(messages.collected, day.collected),
      total(messages.totalIn, day.totalIn, '+'),
      part(messages.distributed, day.distributed),
      part(messages.returned, day.returned),
      total(messages.totalOut, day.totalOut, '−'),
      balance(messages.closing, day.closing),
      { label: messages.movements, value: messages.count(day.movementCount), kind: 'count' },
    ]}
  />
);
