import { Component, type ReactNode } from 'react';
import { Button } from '@palier/shared/ui';
import { messages } from './fatal.messages';
import styles from './fatal.module.css';

interface FatalBoundaryProps {
  readonly children: ReactNode;
  /** Removes the overrides of this tab; absent when there are none. */
  readonly onReset?: (() => void) | undefined;
}

/** Shown when the shell itself fails, in place of a white page. */
export class FatalBoundary extends Component<FatalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private failedIn: unknown;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /**
   * A screen that throws while it unmounts has no boundary any more, and the fault is gone with it: the page renders again, once per
   * history entry.
   */
  override componentDidCatch() {
    if (this.failedIn !== window.history.state) this.setState({ hasFailed: false });
    this.failedIn = window.history.state;
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const { onReset } = this.props;
    return (
      <main className={styles.page} role="alert">
        <h1>{messages.title}</h1>
        <p>{messages.text}</p>
        <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
        {onReset !== undefined && <Button onClick={onReset}>{messages.reset}</Button>}
      </main>
    );
  }
}
