import { ErrorBox } from '@palier/shared/ui';
import { RefetchButton } from './refetch-button';

interface ReadFailureProps {
  readonly message: string;
  /** Of a message that is not French. */
  readonly lang?: 'en' | undefined;
  /** Absent where another try is of no use. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** That something could not be read, in the red box, and the button that reads it again. */
export const ReadFailure = ({ message, lang, onRetry }: ReadFailureProps) => (
  <>
    <div lang={lang}>
      <ErrorBox message={message} />
    </div>
    {onRetry !== undefined && (
      <div>
        <RefetchButton onPress={onRetry} />
      </div>
    )}
  </>
);
