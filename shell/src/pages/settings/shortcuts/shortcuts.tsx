import { Card } from '@palier/shared/ui';
import { useId, useState } from 'react';
import { hasOneKeyShortcuts, switchOneKeyShortcuts } from '../../../command-bar/one-key-shortcuts';
import { messages } from './shortcuts.messages';
import styles from './shortcuts.module.css';

/** The switch for the shortcuts of a single key, which speech input and a resting hand press by mistake. */
export function ShortcutsSwitch() {
  const [isOn, setIsOn] = useState(hasOneKeyShortcuts);
  const id = useId();

  function toggle(): void {
    switchOneKeyShortcuts(!isOn);
    setIsOn(!isOn);
  }

  return (
    <Card>
      <section className={styles.section} aria-labelledby={`${id}-heading`}>
        <h2 id={`${id}-heading`}>{messages.heading}</h2>
        <label className={styles.line}>
          <input
            type="checkbox"
            role="switch"
            className={styles.box}
            aria-describedby={`${id}-hint`}
            aria-checked={isOn}
            checked={isOn}
            onChange={toggle}
          />
          {messages.label}
        </label>
        <p id={`${id}-hint`} className={styles.hint}>
          {messages.hint}
        </p>
      </section>
    </Card>
  );
}
