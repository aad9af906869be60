import { useSearchParams } from '@palier/shared/router';
import { useDraft } from '../use-draft';
import { selectionOf, withSelection, type Selection } from './selection.rules';

/** The selection in the URL, and the draft that the user types. */
export function useSelectionInUrl() {
  const [params, setParams] = useSearchParams();
  const selection = selectionOf(params);
  const [draft, setDraft] = useDraft(selection);
  return {
    selection,
    draft,
    type: (changes: Partial<Selection>): void => setDraft({ ...draft, ...changes }),
    select: (wanted: Selection): void => setParams((before) => withSelection(before, wanted)),
  };
}
