import { useState } from 'react';

/**
 * What the user edits, which starts as `shown`. Another `shown` (a link, Back, a choice that was applied)
 * replaces the draft.
 */
export function useDraft<Value>(shown: Value): readonly [Value, (draft: Value) => void] {
  const text = JSON.stringify(shown);
  const [state, setState] = useState({ text, draft: shown });
  if (state.text !== text) setState({ text, draft: shown });
  return [state.draft, (draft) => setState({ text, draft })];
}
