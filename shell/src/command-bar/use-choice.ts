import { useNavigate } from '@palier/shared/router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Command, preselected } from './command';
import { KEYED_LINES } from './command-list';
import type { CommandSearch } from './use-commands';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The number from 1 of the line that Alt and a digit open; NaN for other keys. */
const lineOfKey = ({ altKey, code }: KeyboardEvent): number =>
  altKey ? Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? NaN) : NaN;

interface Choice {
  /** The command that Enter opens. */
  readonly current: Command | undefined;
  /** Enter was pressed, and no command was chosen. */
  readonly wasRefused: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The text has changed. */
  readonly forget: () => void;
}

/**
 * The choice among the commands by keys. `isEnteredAtStart`: Enter was pressed before the bar had loaded. A
 * typed text starts without a choice.
 */
export function useChoice(
  text: string,
  { groups, isCurrent, searchNow }: CommandSearch,
  isEnteredAtStart: boolean,
  onClose: () => void,
): Choice {
  const navigate = useNavigate();
  /** Where the chosen command leads: a later answer may move it in the list, or remove it. */
  const [chosen, setChosen] = useState<string | null>(null);
  /** Enter was pressed before the commands for the text had arrived. */
  const isEntered = useRef(isEnteredAtStart);
  const [wasRefused, setWasRefused] = useState(false);
  const commands = groups.flatMap((group) => group.commands);
  const first = text.trim() === '' ? undefined : preselected(commands);
  const current = chosen === null ? first : commands.find(({ to }) => to === chosen);

  function open(command: Command): void {
    onClose();
    void navigate(command.to, { state: command.state });
  }

  function openCurrent(): void {
    isEntered.current = false;
    if (current === undefined) return setWasRefused(true);
    open(current);
  }

  const openIfEntered = useEffectEvent(() => {
    if (isEntered.current && isCurrent) openCurrent();
  });
  useEffect(() => openIfEntered());

  function choose(step: number): void {
    const index = current === undefined ? -1 : commands.indexOf(current);
    const from = index === -1 && step < 0 ? 0 : index;
    setChosen(commands[(from + step + commands.length) % commands.length]?.to ?? null);
    setWasRefused(false);
  }

  function enter(): void {
    if (isCurrent) return openCurrent();
    isEntered.current = true;
    searchNow();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const line = lineOfKey(event);
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      choose(step);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      enter();
    } else if (line <= KEYED_LINES) {
      event.preventDefault();
      const command = commands[line - 1];
      // While answers are on the way, the lines may change before the key is read.
      if (command !== undefined && isCurrent) open(command);
    }
  }

  function forget(): void {
    setChosen(null);
    isEntered.current = false;
    setWasRefused(false);
  }

  return { current, wasRefused, onKeyDown, forget };
}
