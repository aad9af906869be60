import { useSearchParams } from '@palier/shared/router';
import { useState } from 'react';
import { selectionOf, withSelection, type Selection } from './selection.rules';

/** The selection of the address and the one being typed, which another address replaces: a link, Back, or `select`. */
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
