import { usePlatformDay } from '@palier/shared/dates';
import { FilterBar, type FilterOffer } from '../filter-bar/filter-bar';
import { messages as barMessages } from '../filter-bar/filter-bar.messages';
import { LAST_WEEK, YESTERDAY } from '../period-form/period.rules';
import { useLatePart } from '../use-late-part';
import { selectionOfSaved, useSavedFilters } from './saved-filters';
import { messages } from './selection.messages';
import type { SelectionSheetProps } from './selection-sheet';
import { chipsOf } from './selection.rules';
import type { Selection, useSelectionInUrl } from './selection.rules';

interface SelectionBarProps extends ReturnType<typeof useSelectionInUrl> {
  /** The name of the list, under which its filters are saved. */
  readonly list: string;
  /** The kinds of movement that the history has. */
  readonly kinds: readonly string[];
  /** The number of movements found; undefined while they are read. */
  readonly found: number | undefined;
  /** False where another form of the page has the usual periods. */
  readonly hasPeriods?: boolean;
}

const loadSheet = async () => (await import('./selection-sheet')).SelectionSheet;

const isSame = (one: Selection, other: Selection): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The conditions of a history as chips, saved and usual ones beside them, all others behind « + Filtre ». */
export function SelectionBar({ list, hasPeriods = true, ...props }: SelectionBarProps) {
  const { selection, select } = props;
  const today = usePlatformDay();
  const filters = useSavedFilters(list);
  const sheet = useLatePart<SelectionSheetProps>(loadSheet, barMessages.unavailable);
  const usual = hasPeriods && selection.from === '' && selection.to === '' ? [YESTERDAY, LAST_WEEK] : [];
  const saved = filters.saved
    .map((filter) => ({ name: filter.name, wanted: selectionOfSaved(filter, today) }))
    .filter(({ wanted }) => !isSame(wanted, selection));
  const offers: FilterOffer[] = [
    ...saved.map(({ name, wanted }) => ({ text: name, isSaved: true, onPress: () => select(wanted) })),
    ...usual.map(({ label, periodAt }) => ({
      text: label,
      onPress: () => select({ ...selection, ...periodAt(today) }),
    })),
  ];
  return (
    <>
      <FilterBar
        label={messages.title}
        opener={messages.open}
        chips={chipsOf(selection, today).map(({ text, without }) => ({
          text,
          onRemove: () => select(without),
        }))}
        offers={offers}
        onOpen={sheet.open}
      />
      {sheet.Part !== null && <sheet.Part {...props} filters={filters} onClose={sheet.close} />}
    </>
  );
}
