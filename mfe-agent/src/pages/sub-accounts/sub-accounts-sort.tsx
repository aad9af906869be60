import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { sortOfUrl, SORTS, type Sort } from './sub-accounts.rules';

interface SubAccountsSortProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

export const SubAccountsSort = ({ sort, onSort }: SubAccountsSortProps) => (
  <label className={styles.sort}>
    <span>{messages.sort}</span>
    <select
      className={styles.sortChoice}
      value={sort}
      onChange={(event) => onSort(sortOfUrl(event.target.value))}
    >
      {SORTS.map((choice) => (
        <option key={choice} value={choice}>
          {messages.sorts[choice]}
        </option>
      ))}
    </select>
  </label>
);
