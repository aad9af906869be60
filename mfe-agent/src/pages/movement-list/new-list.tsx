import { firstError } from '@palier/shared/http';
import { Note } from '@palier/shared/page-parts';
import { useMutation } from '@palier/shared/query';
import { Button, Card, ErrorBox } from '@palier/shared/ui';
import { useId, useState } from 'react';
import { createKey } from '../../lib/attempt/attempt';
import type { Run } from '../../lib/movement-run/run-storage';
import type { TransferType } from '../../lib/transfer/transfer.rules';
import { checkLines, type CheckedList } from './check-lines';
import { CheckedLines } from './checked-lines';
import { readAccounts } from './movement-list.api';
import { messages } from './movement-list.messages';
import styles from './movement-list.module.css';
import { parsePastedList } from './parse-pasted-list';

const MAX_LINES = 500;
const TYPES = ['DEPOSIT', 'WITHDRAWAL'] as const satisfies readonly TransferType[];

/** The list as it is sent, each line with its key. */
const toRun = (agentId: number, { type, lines, sent }: CheckedList): Run => ({
  agentId,
  type,
  startedAt: Date.now(),
  lines: sent.map(({ number, name, amount }) => ({ number, username: name, amount, key: createKey() })),
  leftOut: lines
    .filter(({ own }) => own === null)
    .map(({ number, written, faults }) => ({
      number,
      name: written.name,
      amount: written.amount,
      fault: faults.join(' '),
    })),
});

interface Checked {
  readonly list: CheckedList;
  readonly title: string | null;
}

/** A fault of the list as a whole, before its accounts are read. */
function faultOf(count: number): string | null {
  if (count === 0) return messages.empty;
  return count > MAX_LINES ? messages.tooMany(count, MAX_LINES) : null;
}

interface NewListProps {
  readonly agentId: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** False: another list is not finished. */
  readonly begin: (run: Run) => boolean;
}

/** The pasted list, then what it would change; one press sends it. */
export function NewList({ agentId, text, onText, begin }: NewListProps) {
  const [type, setType] = useState<TransferType>('DEPOSIT');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { lines, title } = parsePastedList(text);
      const fault = faultOf(lines.length);
      return fault ?? { list: checkLines(type, lines, await readAccounts(lines)), title };
    },
    onSuccess: (result) => (typeof result === 'string' ? setError(result) : setChecked(result)),
    onError: (failure) => setError(firstError(failure, messages.unread)),
  });

  function check(): void {
    setError(null);
    setTries(tries + 1);
    if (!isPending) mutate();
  }

  if (checked !== null)
    return (
      <CheckedLines
        {...checked}
        onEdit={() => setChecked(null)}
        onConfirm={() => begin(toRun(agentId, checked.list))}
      />
    );
  return (
    <Card>
      <form
        data-stack
        noValidate
        aria-label={messages.title}
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <TypeChoice type={type} onChoose={setType} />
        <ListField text={text} onText={onText} />
        <ErrorBox key={tries} message={error} />
        <Button type="submit" aria-busy={isPending}>
          {isPending ? messages.checking : messages.check}
        </Button>
      </form>
    </Card>
  );
}

interface TypeChoiceProps {
  readonly type: TransferType;
  readonly onChoose: (type: TransferType) => void;
}

const TypeChoice = ({ type, onChoose }: TypeChoiceProps) => (
  <fieldset className={styles.types}>
    <legend>{messages.movement}</legend>
    {TYPES.map((one) => (
      <label key={one}>
        <input type="radio" name="type" checked={one === type} onChange={() => onChoose(one)} />
        {messages.types[one]}
      </label>
    ))}
  </fieldset>
);

function ListField({ text, onText }: Pick<NewListProps, 'text' | 'onText'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{messages.list}</label>
      <textarea
        id={id}
        className={styles.text}
        aria-describedby={`${id}-hint`}
        rows={10}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Note id={`${id}-hint`}>{messages.hint(MAX_LINES)}</Note>
    </div>
  );
}
