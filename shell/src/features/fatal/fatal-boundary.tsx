import { Component, type ReactNode } from 'react';
import { Button } from '@palier/shared/ui';
import { fatalMessages } from './fatal.messages';
import styles from './fatal.module.css';

interface FatalBoundaryProps {
  readonly children: ReactNode;
  /** Puts the modules back that this tab replaced; absent when it replaced none. */
  readonly onReset?: (() => void) | undefined;
}

/** The last resort: the shell itself failed, and the page says so instead of being white. */
export class FatalBoundary extends Component<FatalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const { onReset } = this.props;
    return (
      <main className={styles.page} role="alert">
        <h1>{fatalMessages.title}</h1>
        <p>{fatalMessages.text}</p>
        <Button onClick={() => window.location.reload()}>{fatalMessages.reload}</Button>
        {onReset !== undefined && <Button onClick={onReset}>{fatalMessages.reset}</Button>}
      </main>
    );
  }
}
