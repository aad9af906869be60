import { useState, type RefObject } from 'react';
import { messages } from './game.messages';
import styles from './game.module.css';

interface GameFrameProps {
  readonly name: string;
  readonly address: URL | null;
  readonly frame: RefObject<HTMLIFrameElement | null>;
}

export function GameFrame({ name, address, frame }: GameFrameProps) {
  const [hasLoaded, setHasLoaded] = useState(false);
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
          onLoad={() => setHasLoaded(true)}
        />
      )}
      {!hasLoaded && (
        <div className={styles.curtain} role="status" lang="en">
          <span className={styles.spinner} aria-hidden="true" />
          <p>{messages.loading(name)}</p>
        </div>
      )}
    </>
  );
}
