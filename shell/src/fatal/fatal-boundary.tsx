import { Component, type ReactNode } from 'react';
import { Button } from '@palier/shared/ui';
import { messages } from './fatal.messages';
import styles from './fatal.module.css';

interface FatalBoundaryProps {
  readonly children: ReactNode;
  /** Removes the overrides of this tab; absent when there are none. */
  readonly onReset?: (() => void) | undefined;
}

/** Shows a message, in place of a white page, when the shell itself fails. */
export class FatalBoundary extends Component<FatalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private failedIn: unknown;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /**
   * An error that a screen throws while it unmounts arrives here, because the boundary around the screen
   * unmounts too. The broken screen is then gone, so the page renders again, once per history entry.
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
