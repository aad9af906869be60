import { useLocation, useNavigate, useParams } from '@palier/shared/router';
import { Button } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { leavingCatalogue, placeToReturnTo } from '../../lib/catalogue-return';
import { GameFrame } from './game-frame';
import { messages } from './game.messages';
import styles from './game.module.css';
import { useFreshBalance } from './use-game-messages';
import { useFullscreen } from './use-fullscreen';
import { useLaunch } from './use-launch';
import { useTitle } from './use-title';

export function GamePage() {
  const { provider = '', name = '', code = '' } = useParams();
  return <Player key={`${provider}/${code}`} provider={provider} name={name} code={code} />;
}

interface PlayerProps {
  readonly provider: string;
  readonly name: string;
  readonly code: string;
}

function Player({ provider, name, code }: PlayerProps) {
  const player = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { attempt, address, failure, relaunch } = useLaunch(provider, code);
  const { screenUse, toggle } = useFullscreen(player);
  const goBack = useGoBack();
  useTitle(name);
  useFreshBalance(frame, address?.origin ?? null);

  const focusTitle = (): void => title.current?.focus({ preventScroll: true });
  // As every page does (shared/ui): whoever has gone to a game is read its name, and not all that stands around it.
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') focusTitle();
  }, []);

  function retry(): void {
    // The button goes with what it answers.
    focusTitle();
    relaunch();
  }

  return (
    <section ref={player} className={styles.player} data-screen={screenUse} aria-label={name}>
      <header className={styles.bar}>
        <Button tone="quiet" isSmall lang="en" onClick={goBack}>
          {messages.back}
        </Button>
        <h1 ref={title} className={styles.title} tabIndex={-1}>
          {name}
        </h1>
        <Button tone="quiet" isSmall lang="en" onClick={toggle}>
          {screenUse === 'page' ? messages.fullscreen : messages.exitFullscreen}
        </Button>
      </header>
      <div ref={bringIntoView} className={styles.stage}>
        {failure === null ? (
          <GameFrame key={attempt} name={name} address={address} frame={frame} />
        ) : (
          <div className={styles.curtain} role="alert">
            <p>{failure}</p>
            <div className={styles.choices}>
              <Button onClick={retry}>{messages.retry}</Button>
              <Button tone="quiet" onClick={goBack}>
                {messages.backToGames}
              </Button>
            </div>
          </div>
        )}
      </div>
      <footer className={styles.bar}>
        <p className={styles.footName}>
          {name} <span className={styles.provider}>{provider}</span>
        </p>
        {/* Not disabled, which would take the focus from it at each press. */}
        <Button
          tone="quiet"
          isSmall
          lang="en"
          aria-disabled={address === null}
          onClick={address === null ? undefined : relaunch}
        >
          {messages.reload}
        </Button>
      </footer>
    </section>
  );
}

/** The game's own buttons are at its foot: they would otherwise lie below the edge, or under a phone's navigation. */
const bringIntoView = (stage: HTMLElement | null): void => stage?.scrollIntoView?.({ block: 'end' });

/** To the catalogue as it was left. Not a step back in history: a game that navigates adds steps of its own. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  const place = placeToReturnTo(useLocation().state);
  return () =>
    void navigate(`/home${place?.search ?? ''}`, place === null ? {} : { state: leavingCatalogue(place) });
}
