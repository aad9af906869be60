import { useLocation } from '@palier/shared/router';
import { messages } from './transfer.messages';
import styles from './transfer-form.module.css';

const MAX_NAMES = 5;

/** The names that the command bar found besides the chosen one, from the state of its link. */
function namesIn(state: unknown): readonly string[] {
  const { similar } = Object(state) as { readonly similar?: unknown };
  return Array.isArray(similar) ? similar.filter((name) => typeof name === 'string').slice(0, MAX_NAMES) : [];
}

/** Names the accounts that the agent may have meant. */
export function SimilarNames() {
  const { state } = useLocation() as { readonly state: unknown };
  const names = namesIn(state);
  return names.length === 0 ? null : <p className={styles.similar}>{messages.similar(names)}</p>;
}
