import { DataTable } from '@palier/shared/data-table';
import { TextLink } from '@palier/shared/page-parts';
import { Amount } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { isFinished, type Outcome, type StoredRun } from '../../lib/movement-run/run-storage';
import { messages } from './movement-list.messages';
import styles from './movement-list.module.css';

/** A line of the list with what happened to it. */
interface ShownLine {
  readonly number: number;
  readonly name: string;
  readonly amount: ReactNode;
  readonly state: keyof typeof messages.outcomes;
  /** Why nothing was moved. */
  readonly reason?: string;
  /** The number of the movement. */
  readonly movement?: number | null;
}

interface RunLinesProps {
  readonly stored: StoredRun;
  readonly isSending: boolean;
  /** Whether the next line may have been sent without an answer. */
  readonly isUnsure: boolean;
}

function stateOfOutcome(outcome: Outcome): Pick<ShownLine, 'state' | 'reason' | 'movement'> {
  return 'movement' in outcome
    ? { state: 'done', movement: outcome.movement }
    : { state: 'refused', reason: outcome.refusal };
}

/** The state of a line that has no outcome. */
function stateWithout(index: number, { stored, isSending, isUnsure }: RunLinesProps): ShownLine['state'] {
  if (isFinished(stored)) return 'notSent';
  if (index > stored.outcomes.length) return 'waiting';
  if (isSending) return 'sending';
  return isUnsure ? 'unknown' : 'waiting';
}

function shownLines(props: RunLinesProps): ShownLine[] {
  const { run, outcomes } = props.stored;
  const lines: ShownLine[] = run.lines.map(({ number, username, amount }, index) => {
    const outcome = outcomes[index];
    const state = outcome === undefined ? { state: stateWithout(index, props) } : stateOfOutcome(outcome);
    return { number, name: username, amount: <Amount value={amount} />, ...state };
  });
  const leftOut = run.leftOut.map(({ number, name, amount, fault }): ShownLine => ({
    number,
    name,
    amount,
    state: 'notSent',
    reason: fault,
  }));
  return [...lines, ...leftOut].sort((one, other) => one.number - other.number);
}

/** Every line of the list, in its order, with its result. */
export const RunLines = (props: RunLinesProps) => (
  <DataTable
    caption={messages.title}
    rows={shownLines(props)}
    rowKey={({ number }) => number}
    emptyText={messages.empty}
    columns={[
      {
        title: messages.line,
        width: '8%',
        inCard: 'index',
        cell: ({ number }) => number,
      },
      {
        title: messages.account,
        width: '26%',
        isRowHeader: true,
        inCard: 'title',
        cell: ({ name }) => <span className={styles.name}>{name}</span>,
      },
      {
        title: messages.amount,
        width: '16%',
        isNumeric: true,
        inCard: 'amount',
        cell: ({ amount }) => amount,
      },
      {
        title: messages.result,
        width: '50%',
        cell: (line) => <Result {...line} />,
      },
    ]}
  />
);

const TONES: Partial<Record<ShownLine['state'], string | undefined>> = {
  done: styles.positive,
  refused: styles.negative,
  notSent: styles.negative,
};

const Result = ({ state, reason, movement }: ShownLine) => (
  <span className={styles.remarks} data-outcome={state}>
    <strong className={TONES[state]}>{messages.outcomes[state]}</strong>
    {reason !== undefined && <span>{reason}</span>}
    {typeof movement === 'number' && (
      <TextLink to={`/receipt/${movement}`} data-screen-only>
        {messages.receipt} {movement}
      </TextLink>
    )}
  </span>
);
