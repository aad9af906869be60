import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { ACCOUNT_STATES, sortOfUrl, SORTS, stateOfUrl, type ListState } from './sub-accounts.rules';

interface SubAccountsSelectionProps extends Pick<ListState, 'sort' | 'state'> {
  readonly onSelect: (change: Partial<ListState>) => void;
}

/** Order and state of the list, over all its pages. */
export const SubAccountsSelection = ({ sort, state, onSelect }: SubAccountsSelectionProps) => (
  <div className={styles.selection}>
    <Choice
      label={messages.state}
      choices={ACCOUNT_STATES}
      texts={messages.states}
      value={state}
      onChoose={(text) => onSelect({ state: stateOfUrl(text) })}
    />
    <Choice
      label={messages.sort}
      choices={SORTS}
      texts={messages.sorts}
      value={sort}
      onChoose={(text) => onSelect({ sort: sortOfUrl(text) })}
    />
  </div>
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (text: string) => void;
}

const Choice = <Value extends string>({ label, choices, texts, value, onChoose }: ChoiceProps<Value>) => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {texts[choice]}
        </option>
      ))}
    </select>
  </label>
);
