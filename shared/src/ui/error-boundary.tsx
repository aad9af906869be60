import { Component, type ReactNode } from 'react';
import { Button } from './controls';
import styles from './ui.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly message: string;
  readonly onRetry: () => void;
  readonly onError?: (error: unknown) => void;
}

/** Keeps a render error in its region, with a message and Réessayer (section 7 of docs/design.md). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.boundary} role="alert">
        <p>{this.props.message}</p>
        <Button
          onClick={() => {
            this.props.onRetry();
            this.setState({ hasFailed: false });
          }}
        >
          Réessayer
        </Button>
      </div>
    );
  }
}
