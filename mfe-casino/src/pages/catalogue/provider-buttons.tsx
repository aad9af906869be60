import type { Provider } from '@palier/shared/contracts';
import { useState } from 'react';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { FIRST_PROVIDERS } from './catalogue.rules';

interface ProviderButtonsProps {
  readonly providers: readonly Provider[];
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

export function ProviderButtons({ providers, chosen, onChoose }: ProviderButtonsProps) {
  const chosenIndex = providers.findIndex((provider) => provider.code === chosen);
  const [showsAll, setShowsAll] = useState(chosenIndex >= FIRST_PROVIDERS);
  const shown = showsAll ? providers : providers.slice(0, FIRST_PROVIDERS);
  return (
    <div data-row="close" role="group" aria-label={messages.providers}>
      {shown.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          className={styles.provider}
          aria-pressed={code === chosen}
          onClick={() => onChoose(code)}
        >
          {name}
        </button>
      ))}
      {providers.length > FIRST_PROVIDERS && (
        <button
          type="button"
          className={`${styles.provider} ${styles.more}`}
          data-screen-only
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? messages.showLess : messages.showMore}
        </button>
      )}
    </div>
  );
}
