import { useSearchParams } from '@palier/shared/router';
import { useUrlText } from '@palier/shared/url-text';
import { withParameter } from '../../lib/use-page-in-url';

const PARAMETER = 'filtre';

export function useFilterInUrl(): readonly [string, (text: string) => void] {
  const [, setParams] = useSearchParams();
  const { text, setText, replaceWhileTyping } = useUrlText(PARAMETER);

  function setFilter(typed: string): void {
    setText(typed);
    setParams((before) => withParameter(before, PARAMETER, typed), replaceWhileTyping);
  }
  return [text, setFilter];
}
