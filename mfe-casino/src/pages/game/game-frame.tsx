import type { RefObject } from 'react';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useSignOfLife } from './use-sign-of-life';

const SANDBOX = 'allow-scripts allow-same-origin allow-forms';
/**
 * Windows of a game are no part of our page, so they are not sandboxed: a vendor's page of rules may need
 * what the sandbox forbids.
 */
const SANDBOX_WITH_WINDOWS = `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`;

interface GameFrameProps {
  readonly name: string;
  readonly address: URL | null;
  readonly allowsWindows: boolean;
  readonly frame: RefObject<HTMLIFrameElement | null>;
}

export function GameFrame({ name, address, allowsWindows, frame }: GameFrameProps) {
  const { sign, onLoad } = useSignOfLife(frame, address !== null);
  return (
    <>
      {address !== null && (
        <iframe
          ref={frame}
          className={styles.frame}
          title={name}
          src={address.href}
          sandbox={allowsWindows ? SANDBOX_WITH_WINDOWS : SANDBOX}
          referrerPolicy="no-referrer"
          allow="autoplay; fullscreen"
          onLoad={onLoad}
        />
      )}
      {sign === 'overdue' && <span className={styles.overdue} aria-hidden="true" />}
      {sign === 'awaited' && (
        <div className={`${styles.curtain} ${styles.waiting}`} role="status" lang="en" data-waiting>
          <span className={styles.spinner} aria-hidden="true" />
          <p>{messages.loading(name)}</p>
        </div>
      )}
    </>
  );
}
