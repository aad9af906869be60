import { foldText } from '@palier/shared/fold-text';
import { useUser } from '@palier/shared/session';
import { Button, Field, Page } from '@palier/shared/ui';
import { useState } from 'react';
import { HELP, messages } from './help.messages';
import styles from './help.module.css';

/** The words of the screens that the user's role has, with a search. */
export default function HelpPage() {
  const role = useUser()?.roleName;
  const [search, setSearch] = useState('');
  const wanted = foldText(search.trim());
  const parts = HELP.filter(({ roles }) => role !== undefined && (roles?.includes(role) ?? true))
    .map(({ title, words }) => ({
      title,
      words: words.filter(({ word, meaning }) => foldText(`${word} ${meaning}`).includes(wanted)),
    }))
    .filter(({ words }) => words.length > 0);
  return (
    <Page title={messages.title} back={{ to: '/settings', label: messages.back }}>
      <div className={styles.search} role="search" data-screen-only>
        <Field
          label={messages.search}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles.parts}>
        {parts.map(({ title, words }) => (
          <section key={title} className={styles.part} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {words.map(({ word, meaning }) => (
                <div key={word} className={styles.word}>
                  <dt>{word}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div role="status">
        {parts.length === 0 && (
          <div className={styles.none}>
            <p>{messages.none}</p>
            <Button tone="quiet" onClick={() => setSearch('')}>
              {messages.clear}
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
}
