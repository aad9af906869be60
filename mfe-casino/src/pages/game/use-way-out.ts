import { logIgnored } from '@palier/shared/http';
import { useLocation, useNavigate } from '@palier/shared/router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { catalogueOf, catalogueLinkState } from '../../lib/return-to-catalogue';
import { findGameEntries, guardOf, guardState, historySize } from './game-history';

/** Browsers send no event when a page of another origin changes in a frame. */
const CHECK_INTERVAL_MS = 500;

const ignoreInterruption = (error: unknown): void =>
  logIgnored(error, 'another step of the history came first');

/**
 * Returns the function of the Back button, and makes one press of the browser's Back leave the game. Each
 * page of the game in the frame is a step of the tab's history, so the page puts an entry of its own above,
 * and leaves when the user steps below that entry (decision 0072).
 */
export function useWayOut(): () => void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as {
    readonly pathname: string;
    readonly search: string;
    readonly state: unknown;
  };
  const guard = guardOf(state);
  const catalogue = catalogueOf(state);
  const seenGuard = useRef(guard.number);
  const seenSize = useRef('');
  /** `history.length` when the entry that opened the game is the last one. */
  const baseLength = useRef(0);

  const openCatalogue = (): void => {
    const options = { replace: true, state: catalogue === null ? null : catalogueLinkState(catalogue) };
    void navigate(`/home${catalogue?.search ?? ''}`, options);
  };

  /** Goes to the page before the game, or replaces the game by the catalogue. */
  function leave(canGoTo: 'any page' | 'the catalogue'): void {
    const entries = findGameEntries();
    if (entries === null) return openCatalogue();
    const { navigation, first, previous, beforeGames, isFirst } = entries;
    const target = canGoTo === 'any page' ? previous : beforeGames;
    if (target !== undefined && (canGoTo === 'any page' || catalogue !== null)) {
      navigation.traverseTo(target.key).finished?.catch(ignoreInterruption);
    } else if (isFirst) {
      openCatalogue();
    } else {
      navigation.traverseTo(first.key).finished?.then(openCatalogue, ignoreInterruption);
    }
  }

  const addGuard = useEffectEvent(() => {
    if (historySize() === seenSize.current) return;
    const depth = Math.max(window.history.length + 1 - baseLength.current, 1);
    void navigate({ pathname, search }, { state: guardState(state, { number: guard.number + 1, depth }) });
    seenSize.current = historySize();
  });
  const rememberHistory = useEffectEvent(() => {
    seenSize.current = historySize();
    baseLength.current = window.history.length - guard.depth;
  });
  useEffect(() => {
    rememberHistory();
    const timer = setInterval(addGuard, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);

  const onGuard = useEffectEvent((number: number) => {
    if (number < seenGuard.current) leave('any page');
    seenGuard.current = number;
  });
  useEffect(() => onGuard(guard.number), [guard.number]);

  return () => {
    if (findGameEntries() !== null || catalogue === null) return leave('the catalogue');
    const depth = Math.max(window.history.length - baseLength.current, 0);
    void navigate(-1 - depth);
  };
}
