import { usePlatformDay } from '@palier/shared/dates';
import { Button, Field } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { FilterSheet } from '../filter-bar/filter-sheet';
import { PeriodChoice } from '../filter-bar/period-choice';
import { typeLabel } from '../transaction-type';
import { MAX_NAME_LENGTH, proposedName, selectionOfSaved, type SavedFilters } from './saved-filters';
import { messages } from './selection.messages';
import styles from './selection-sheet.module.css';
import { chipsOf, countConditions, NO_SELECTION, selectionFault, type Selection } from './selection.rules';
import type { SelectionFault, useSelectionInUrl } from './selection.rules';

export interface SelectionSheetProps extends ReturnType<typeof useSelectionInUrl> {
  readonly kinds: readonly string[];
  readonly found: number | undefined;
  readonly filters: SavedFilters;
  readonly onClose: () => void;
}

/** A text applies this long after its last key, and at once with Enter. */
const TYPING_MS = 350;

/** Every condition of a history. A choice applies at once; the button at the foot says what it found. */
export function SelectionSheet({ kinds, found, filters, onClose, selection, select }: SelectionSheetProps) {
  const { draft, fault, type, choose, applyNow } = useDraftThatApplies(selection, select);
  const count = countConditions(selection);
  const fieldOf = (name: keyof Selection) => ({
    label: messages[name as 'amount'],
    value: draft[name],
    fault: fault?.field === name ? fault.text : null,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      type({ [name]: event.target.value }),
  });
  return (
    <FilterSheet title={messages.title} closeText={messages.show(found)} onClose={onClose}>
      <PeriodChoice
        isOpen
        period={{ from: draft.from, to: draft.to }}
        onChoose={(period) => choose(period)}
      />
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          applyNow();
        }}
      >
        <Field {...fieldOf('amount')} inputMode="decimal" enterKeyHint="search" />
        <label className={styles.kind}>
          <span>{messages.kind}</span>
          <select value={draft.kind} onChange={(event) => choose({ kind: event.target.value })}>
            <option value="">{messages.everyKind}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {typeLabel(kind)}
              </option>
            ))}
          </select>
        </label>
        <Field {...fieldOf('amountFrom')} inputMode="decimal" enterKeyHint="search" />
        <Field {...fieldOf('amountTo')} inputMode="decimal" enterKeyHint="search" />
        <Field {...fieldOf('account')} autoCapitalize="none" enterKeyHint="search" />
        <Field {...fieldOf('number')} inputMode="numeric" enterKeyHint="search" />
        {/* Enter submits only a form that has a button. */}
        <button type="submit" hidden>
          {messages.search}
        </button>
      </form>
      {count > 0 && (
        <div>
          <Button tone="quiet" isSmall onClick={() => choose(NO_SELECTION)}>
            {messages.clear(count)}
          </Button>
        </div>
      )}
      <Saved filters={filters} selection={selection} onChoose={choose} />
    </FilterSheet>
  );
}

type Select = SelectionSheetProps['select'];

/**
 * The conditions as they stand in the fields. A text that cannot be searched for is not applied. The draft
 * does not follow the address: an answer may arrive between two keys.
 */
function useDraftThatApplies(selection: Selection, select: Select) {
  const [draft, setDraft] = useState(selection);
  const [fault, setFault] = useState<SelectionFault | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Typing adds one entry to the browser's history, not one for each pause. */
  const hasEntry = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(wanted: Selection, isTyped: boolean): void {
    clearTimeout(timer.current);
    const refusal = selectionFault(wanted);
    setFault(refusal);
    if (refusal !== null) return;
    select(wanted, { replace: isTyped && hasEntry.current });
    hasEntry.current = isTyped;
  }

  return {
    draft,
    fault,
    type: (change: Partial<Selection>): void => {
      const wanted = { ...draft, ...change };
      setDraft(wanted);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(wanted, true), TYPING_MS);
    },
    choose: (change: Partial<Selection>): void => {
      const wanted = { ...draft, ...change };
      setDraft(wanted);
      apply(wanted, false);
    },
    applyNow: (): void => apply(draft, true),
  };
}

interface SavedProps {
  readonly filters: SavedFilters;
  readonly selection: Selection;
  readonly onChoose: (selection: Selection) => void;
}

function Saved({ filters: { saved, save, forget }, selection, onChoose }: SavedProps) {
  const today = usePlatformDay();
  const chips = chipsOf(selection, today);
  const [name, setName] = useState<string | null>(null);
  const [namelessTries, setNamelessTries] = useState(0);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const shown = name ?? proposedName(chips);
  return (
    <section className={styles.saved} aria-label={messages.saved}>
      <h3>{messages.saved}</h3>
      {saved.length > 0 && (
        <ul>
          {saved.map((filter) => (
            <li key={filter.name}>
              <Button tone="quiet" isSmall onClick={() => onChoose(selectionOfSaved(filter, today))}>
                {filter.name}
              </Button>
              <Button
                tone="quiet"
                isSmall
                aria-label={messages.forget(filter.name)}
                onClick={() => forget(filter.name)}
              >
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{savedAs !== null && messages.isSaved(savedAs)}</p>
      {chips.length === 0 ? (
        <p>{messages.nothingToSave}</p>
      ) : (
        <form
          className={styles.save}
          onSubmit={(event) => {
            event.preventDefault();
            if (shown.trim() === '') return setNamelessTries(namelessTries + 1);
            setNamelessTries(0);
            save(shown.trim(), selection, today);
            setName(null);
            setSavedAs(shown.trim());
          }}
        >
          <Field
            label={messages.saveAs}
            value={shown}
            fault={namelessTries > 0 && shown.trim() === '' ? messages.noName : null}
            tries={namelessTries}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          {/* In a part of its own: a child of the form would stick above the foot of the sheet. */}
          <div>
            <Button type="submit" tone="quiet">
              {messages.save}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
