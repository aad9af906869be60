import { useNavigate } from '@palier/shared/router';
import { Button } from '@palier/shared/ui';
import { useState } from 'react';
import { messages } from './report.messages';
import styles from './report.module.css';

/** Opens the round of a movement by its number: the way to settle a dispute about a sub-account's round. */
export function RoundSearch() {
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  return (
    <form
      className={styles.search}
      data-screen-only
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(`/round/${encodeURIComponent(number.replace(/^n°|\s/gi, ''))}`);
      }}
    >
      <input
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        className={styles.number}
        aria-label={messages.roundNumber}
        placeholder={messages.roundNumber}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <Button type="submit" tone="quiet" isSmall>
        {messages.showRound}
      </Button>
    </form>
  );
}
