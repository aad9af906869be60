import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import type { LeftOutLine, RunLine, StoredRun } from '../../lib/movement-run/run-storage';
import { AccountFrame } from '../../lib/sub-account/sub-account-screen';
import { messages } from './movement-list.messages';
import { NewList } from './new-list';
import { RunView } from './run-view';
import { useRun } from './use-run';

/** A list pasted from a spreadsheet becomes deposits or withdrawals (decision 0114). */
export function MovementListPage() {
  const agentId = useUser()?.id;
  return (
    <AccountFrame title={messages.title}>
      {agentId !== undefined && <MovementList key={agentId} agentId={agentId} />}
    </AccountFrame>
  );
}

const isDone = ({ outcomes }: StoredRun, index: number): boolean =>
  outcomes[index] !== undefined && 'movement' in outcomes[index];

/** The lines that moved nothing, in the order of the pasted text, to be pasted again. */
function textOfRest(stored: StoredRun): string {
  const { lines, leftOut } = stored.run;
  const rest: readonly (RunLine | LeftOutLine)[] = [
    ...lines.filter((_, index) => !isDone(stored, index)),
    ...leftOut,
  ];
  return [...rest]
    .sort((one, other) => one.number - other.number)
    .map((line) => `${'username' in line ? line.username : line.name}\t${line.amount}`)
    .join('\n');
}

function MovementList({ agentId }: { readonly agentId: number }) {
  const { dialog, stored, ...run } = useRun(agentId);
  const [text, setText] = useState('');

  function startAnew(finished: StoredRun, isWithRest: boolean): void {
    setText(isWithRest ? textOfRest(finished) : '');
    run.forget(finished.run);
  }

  return (
    <>
      {stored === null ? (
        <NewList agentId={agentId} text={text} onText={setText} begin={run.begin} />
      ) : (
        <RunView {...run} stored={stored} onNew={(isWithRest) => startAnew(stored, isWithRest)} />
      )}
      {dialog}
    </>
  );
}
