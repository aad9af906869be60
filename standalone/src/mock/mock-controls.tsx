import { useState } from 'react';
import { currentUser } from '@palier/shared/session';
import styles from '../standalone.module.css';
import { messages } from '../standalone.messages';
import { winJackpot } from './operations';
import { FAULTS, provokeFault, type ProvokedFault } from './provoked-fault';
import { storeAndPublishWorld, mockEvents$, mockWorld, resetWorld } from './store';

function winJackpotAsUser(): void {
  const player = mockWorld().accounts.find(({ id }) => id === currentUser()?.id);
  if (player === undefined) return;
  const win = winJackpot(mockWorld(), player);
  mockEvents$.next({ topic: `/topic/jackpot/user/${player.id}`, body: win });
  storeAndPublishWorld();
}

function resetAndReload(): void {
  resetWorld();
  window.location.reload();
}

/** Controls of the mocked server, in the bar of the harness. */
export function MockControls() {
  const [fault, setFault] = useState<ProvokedFault>('none');
  return (
    <span data-row="close">
      <strong>{messages.mocked}</strong>
      <select
        className={styles.choice}
        aria-label={messages.answers}
        value={fault}
        onChange={({ target }) => {
          const chosen = target.value as ProvokedFault;
          setFault(chosen);
          provokeFault(chosen);
        }}
      >
        {Object.entries(FAULTS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" className={styles.choice} onClick={winJackpotAsUser}>
        {messages.winJackpot}
      </button>
      <button type="button" className={styles.choice} onClick={resetAndReload}>
        {messages.startAgain}
      </button>
    </span>
  );
}
