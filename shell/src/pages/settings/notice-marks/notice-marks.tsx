import { type NoticeMarks as Marks, noticeMarksSchema } from '@palier/shared/contracts/notices';
import { firstError, http, refusedField } from '@palier/shared/http';
import { isWhole, readAmount } from '@palier/shared/money/read-amount';
import { Waiting } from '@palier/shared/page-parts';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { Button, Card, ErrorBox, Field, SuccessBox } from '@palier/shared/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { messages } from './notice-marks.messages';
import styles from './notice-marks.module.css';

const PATH = '/user/notice-marks';
const NAMES = ['lowBalance', 'largeMovement'] as const;
type MarkName = (typeof NAMES)[number];

/** The amounts from which the user gets a notice (decision 0116). */
export function NoticeMarks() {
  const id = useId();
  const queryKey = ['notice-marks', useUser()?.id];
  const { data, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => http.get(PATH, noticeMarksSchema, { signal }),
  });
  return (
    <Card>
      <section data-stack aria-labelledby={id}>
        <h2 id={id}>{messages.heading}</h2>
        {isPending && <Waiting text={messages.loading} />}
        {isError && <ReadFailure message={messages.failed} onRetry={refetch} />}
        {data !== undefined && !isError && <MarksForm marks={data} queryKey={queryKey} />}
      </section>
    </Card>
  );
}

const textOf = (mark: number | null): string => (mark === null ? '' : String(mark));

/** The typed mark: null for an empty field, undefined where it is no whole amount above zero. */
function markIn(text: string): number | null | undefined {
  const { decimal, fault } = readAmount(text);
  if (fault === 'empty') return null;
  return decimal !== null && isWhole(decimal) && Number(decimal) > 0 ? Number(decimal) : undefined;
}

interface MarksFormProps {
  readonly marks: Marks;
  readonly queryKey: readonly unknown[];
}

interface Outcome {
  readonly error: string | null;
  readonly faulty: string | undefined;
  readonly success: string | null;
}

function MarksForm({ marks, queryKey }: MarksFormProps) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Record<MarkName, string>>({
    lowBalance: textOf(marks.lowBalance),
    largeMovement: textOf(marks.largeMovement),
  });
  const hasParent = typeof useUser()?.parentId === 'number';
  const [tellsParent, setTellsParent] = useState(marks.tellsParent);
  const [tries, setTries] = useState(0);
  const [{ error, faulty, success }, setOutcome] = useState<Outcome>({
    error: null,
    faulty: undefined,
    success: null,
  });
  const [isSending, setIsSending] = useState(false);
  const isInFlight = useRef(false);

  function refuse(sentence: string, about: string | undefined): void {
    const field = NAMES.find((name) => name === about);
    setOutcome({ error: sentence, faulty: field, success: null });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTries(tries + 1);
    if (isInFlight.current) return;
    const lowBalance = markIn(typed.lowBalance);
    const largeMovement = markIn(typed.largeMovement);
    if (lowBalance === undefined) return refuse(messages.notWhole, 'lowBalance');
    if (largeMovement === undefined) return refuse(messages.notWhole, 'largeMovement');
    isInFlight.current = true;
    setIsSending(true);
    try {
      const stored = await http.post(PATH, { lowBalance, largeMovement, tellsParent }, noticeMarksSchema);
      queryClient.setQueryData(queryKey, stored);
      setOutcome({ error: null, faulty: undefined, success: messages.success });
    } catch (refusal) {
      refuse(firstError(refusal, messages.failure), refusedField(refusal));
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return (
    <form ref={form} data-stack noValidate onSubmit={(event) => void submit(event)}>
      <p>{messages.about}</p>
      {NAMES.map((name) => (
        <Field
          key={name}
          label={messages[name]}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={typed[name]}
          fault={faulty === name ? error : null}
          tries={tries}
          onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
        />
      ))}
      {hasParent && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            name="tellsParent"
            checked={tellsParent}
            onChange={(event) => setTellsParent(event.target.checked)}
          />
          {messages.tellsParent}
        </label>
      )}
      {faulty === undefined && <ErrorBox key={tries} message={error} />}
      <SuccessBox message={success} />
      <div data-row>
        <Button type="submit" tone="quiet" aria-busy={isSending}>
          {messages.submit}
        </Button>
      </div>
    </form>
  );
}
