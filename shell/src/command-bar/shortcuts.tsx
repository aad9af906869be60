import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';

interface PairsProps {
  readonly pairs: readonly (readonly [term: string, definition: string])[];
}

const Pairs = ({ pairs }: PairsProps) => (
  <dl className={styles.shortcuts}>
    {pairs.map(([term, definition]) => (
      <div key={term}>
        <dt>
          <kbd>{term}</kbd>
        </dt>
        <dd>{definition}</dd>
      </div>
    ))}
  </dl>
);

/** The keys of the page, and for agents what the command bar understands. */
export const Shortcuts = ({ isAgent }: { readonly isAgent: boolean }) => (
  <>
    <Pairs pairs={messages.shortcuts} />
    {isAgent && (
      <>
        <h3 className={styles.group}>{messages.examplesTitle}</h3>
        <Pairs pairs={messages.examples} />
      </>
    )}
  </>
);
