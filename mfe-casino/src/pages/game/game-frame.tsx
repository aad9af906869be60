import type { RefObject } from 'react';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useSignOfLife } from './use-sign-of-life';

interface GameFrameProps {
  readonly name: string;
  readonly address: URL | null;
  readonly frame: RefObject<HTMLIFrameElement | null>;
}

export function GameFrame({ name, address, frame }: GameFrameProps) {
  const { sign, onLoad } = useSignOfLife(frame, address !== null);
  return (
    <>
      {address !== null && (
        <iframe
          ref={frame}
          className={styles.frame}
          title={name}
          src={address.href}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
          allow="autoplay; fullscreen"
          onLoad={onLoad}
        />
      )}
      {sign === 'overdue' && <span className={styles.overdue} aria-hidden="true" />}
      {sign === 'awaited' && (
        <div className={`${styles.curtain} ${styles.waiting}`} role="status" lang="en">
          <span className={styles.spinner} aria-hidden="true" />
          <p>{messages.loading(name)}</p>
        </div>
      )}
    </>
  );
}
