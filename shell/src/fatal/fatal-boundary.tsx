import { Component, type ReactNode } from 'react';
import { Button } from '@palier/shared/ui';
import { messages } from './fatal.messages';
import styles from './fatal.module.css';

interface FatalBoundaryProps {
  readonly children: ReactNode;
  /** Puts the modules back that this tab replaced; absent when it replaced none. */
  readonly onReset?: (() => void) | undefined;
}

/** The last resort: the shell itself failed, and the page says so instead of being white. */
export class FatalBoundary extends Component<FatalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private faultIn: unknown;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /**
   * A screen that throws as it leaves has taken its own boundary with it, and what is wrong is gone: the page begins anew,
   * once in each entry of the tab's history.
   */
  override componentDidCatch() {
    if (this.faultIn !== window.history.state) this.setState({ hasFailed: false });
    this.faultIn = window.history.state;
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
