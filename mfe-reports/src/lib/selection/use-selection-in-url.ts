import { useSearchParams } from '@palier/shared/router';
import { useState } from 'react';
import { selectionOf, withSelection, type Selection } from './selection.rules';

/** The selection in the URL, and the draft that the user types. Another selection in the URL (a link, Back, `select`) resets the draft. */
export function useSelectionInUrl() {
  const [params, setParams] = useSearchParams();
  const selection = selectionOf(params);
  const inAddress = JSON.stringify(selection);
  const [seen, setSeen] = useState(inAddress);
  const [draft, setDraft] = useState(selection);
  if (seen !== inAddress) {
    setSeen(inAddress);
    setDraft(selection);
  }
  return {
    selection,
    draft,
    type: (changes: Partial<Selection>): void => setDraft({ ...draft, ...changes }),
    select: (wanted: Selection): void => setParams((before) => withSelection(before, wanted)),
  };
}
