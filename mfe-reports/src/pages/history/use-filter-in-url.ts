import { useSearchParams } from '@palier/shared/router';
import { useUrlText } from '@palier/shared/url-text';

const PARAMETER = 'filtre';

/** The filter as it stands in its box, kept in the address. */
export function useFilterInAddress(): readonly [string, (text: string) => void] {
  const [, setAddress] = useSearchParams();
  const { text, setText, replaceWhileTyping } = useUrlText(PARAMETER);

  function type(typed: string): void {
    setText(typed);
    setAddress((before) => {
      const after = new URLSearchParams(before);
      if (typed === '') after.delete(PARAMETER);
      else after.set(PARAMETER, typed);
      return after;
    }, replaceWhileTyping);
  }
  return [text, type];
}
