import { Card } from '@palier/shared/ui';
import {
  chooseTextSize,
  chooseTheme,
  readTextSize,
  readTheme,
  TEXT_SIZES,
  THEMES,
} from '@palier/shared/ui/appearance';
import { useId, useState } from 'react';
import { messages } from './appearance.messages';
import styles from './appearance.module.css';

/** The theme and the text size of this device. */
export function AppearanceChoice() {
  const id = useId();
  return (
    <Card>
      <section className={styles.section} aria-labelledby={id}>
        <h2 id={id}>{messages.heading}</h2>
        <Choices
          legend={messages.theme}
          choices={THEMES}
          words={messages.themes}
          read={readTheme}
          choose={chooseTheme}
        />
        <Choices
          legend={messages.textSize}
          choices={TEXT_SIZES}
          words={messages.textSizes}
          read={readTextSize}
          choose={chooseTextSize}
        />
        <p className={styles.hint}>{messages.hint}</p>
      </section>
    </Card>
  );
}

interface ChoicesProps<Choice extends string> {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly words: Readonly<Record<Choice, string>>;
  readonly read: () => Choice;
  readonly choose: (choice: Choice) => void;
}

function Choices<Choice extends string>({ legend, choices, words, read, choose }: ChoicesProps<Choice>) {
  const [chosen, setChosen] = useState(read);
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={choice === chosen}
            onChange={() => {
              choose(choice);
              setChosen(choice);
            }}
          />
          {words[choice]}
        </label>
      ))}
    </fieldset>
  );
}
