import { ConfirmButton } from '@palier/shared/confirm-button';
import { Button, ButtonLink, ErrorBox } from '@palier/shared/ui';
import { isFinished, isKept, type StoredRun } from '../../lib/movement-run/run-storage';
import { messages } from './movement-list.messages';
import styles from './movement-list.module.css';
import { RunLines } from './run-lines';
import { StateHeading } from './state-heading';
import type { useRun } from './use-run';

type RunState = Pick<
  ReturnType<typeof useRun>,
  'isSending' | 'isUnsure' | 'isTooOld' | 'pauseReason' | 'resume' | 'askPause' | 'giveUp'
>;

interface RunViewProps extends RunState {
  readonly stored: StoredRun;
  /** Begins a new list, with the lines of this one that moved nothing or without them. */
  readonly onNew: (isWithRest: boolean) => void;
}

function headingOf(isDone: boolean, isSending: boolean): string {
  if (isDone) return messages.finished;
  return isSending ? messages.sending : messages.paused;
}

/** How far a list has come, and what can be done with it. */
export function RunView(props: RunViewProps) {
  const { stored, isSending, isUnsure } = props;
  const { run, outcomes } = stored;
  const isDone = isFinished(stored);
  const heading = headingOf(isDone, isSending);
  return (
    <section data-stack aria-label={messages.title}>
      <StateHeading key={heading} text={heading} />
      {!isDone && (
        <div className={styles.progress}>
          <progress aria-label={messages.title} max={run.lines.length} value={outcomes.length} />
          <span>{messages.progress(outcomes.length, run.lines.length)}</span>
        </div>
      )}
      {!isDone && !isKept(run) && <p className={styles.warning}>{messages.notKept}</p>}
      <Summary stored={stored} />
      {isDone ? <NextSteps {...props} /> : <RunButtons {...props} />}
      <RunLines stored={stored} isSending={isSending} isUnsure={isUnsure} />
    </section>
  );
}

/** Announced when the list ends; a screen reader that hears each line would hear nothing else. */
function Summary({ stored }: Pick<RunViewProps, 'stored'>) {
  const { run, outcomes, isStopped } = stored;
  const done = run.lines.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome !== undefined && 'movement' in outcome;
  });
  const refused = outcomes.length - done.length;
  const unsent = run.leftOut.length + (isStopped ? run.lines.length - outcomes.length : 0);
  const total = done.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <p role="status">
      {isFinished(stored) && (
        <>
          <strong>{messages.done(run.type, done.length, total)}</strong>
          {refused > 0 && ` ${messages.refused(refused)}`}
          {unsent > 0 && ` ${messages.unsent(unsent)}`}
        </>
      )}
    </p>
  );
}

function RunButtons({
  stored,
  isSending,
  isTooOld,
  pauseReason,
  resume,
  askPause,
  giveUp,
  onNew,
}: RunViewProps) {
  const { run, outcomes } = stored;
  if (isSending)
    return (
      <div data-row="close" data-screen-only>
        <Button tone="quiet" onClick={askPause}>
          {messages.stop}
        </Button>
      </div>
    );
  if (isTooOld)
    return (
      <>
        <ErrorBox message={messages.tooOld(run.lines[outcomes.length]?.number ?? 0)} />
        <div data-row="close" data-screen-only>
          <ButtonLink to="/history">{messages.history}</ButtonLink>
          <Button tone="quiet" onClick={() => onNew(false)}>
            {messages.newList}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <ErrorBox message={pauseReason} />
      <div data-row="close" data-screen-only>
        <Button onClick={resume}>{messages.resume}</Button>
        <ConfirmButton
          label={messages.giveUp}
          question={messages.giveUpQuestion(run.lines.length - outcomes.length)}
          onConfirm={async () => {
            await giveUp();
            return false;
          }}
        />
      </div>
    </>
  );
}

function NextSteps({ stored, onNew }: Pick<RunViewProps, 'stored' | 'onNew'>) {
  const { run, outcomes } = stored;
  const hasRest =
    run.leftOut.length > 0 ||
    outcomes.length < run.lines.length ||
    outcomes.some((outcome) => 'refusal' in outcome);
  return (
    <div data-row="close" data-screen-only>
      <Button onClick={() => onNew(false)}>{messages.newList}</Button>
      {hasRest && (
        <Button tone="quiet" onClick={() => onNew(true)}>
          {messages.keepRest}
        </Button>
      )}
    </div>
  );
}
