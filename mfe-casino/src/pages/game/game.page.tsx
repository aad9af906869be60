import { useParams } from '@palier/shared/router';
import { Button, useDocumentTitle } from '@palier/shared/ui';
import { Suspense, useEffect, useRef } from 'react';
import { useJackpotSocket } from '../../lib/jackpot-socket/connection';
import { GameFrame } from './game-frame';
import { messages } from './game.messages';
import styles from './game.module.css';
import { GameFacts, RelatedGames } from './lazy-parts';
import { SittingBar } from './sitting-bar';
import { RemindedGame } from './sitting-reminder';
import { useGameMessages } from './use-game-messages';
import { useFullscreen } from './use-fullscreen';
import { useLaunch } from './use-launch';
import { useReminder } from './use-reminder';
import { useSitting } from './use-sitting';
import { useWayOut } from './use-way-out';

export function GamePage() {
  useJackpotSocket();
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
  const { attempt, address, allowsWindows, failure, relaunch } = useLaunch(provider, code);
  const { mode, toggle } = useFullscreen(player);
  const goBack = useWayOut();
  const sitting = useSitting(address !== null);
  const reminder = useReminder(sitting);
  useDocumentTitle(name);
  useGameMessages(frame, address?.origin ?? null);

  const focusTitle = (): void => title.current?.focus({ preventScroll: true });
  // As Page of shared/ui does, so that a screen reader starts with the game's name.
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') focusTitle();
  }, []);

  function retry(): void {
    focusTitle();
    relaunch();
  }

  return (
    <>
      <section ref={player} className={styles.player} data-fullscreen={mode} aria-label={name}>
        <header className={styles.bar}>
          <Button tone="quiet" isSmall lang="en" onClick={goBack}>
            {messages.back}
          </Button>
          <h1 ref={title} className={styles.title} tabIndex={-1}>
            {name}
          </h1>
          <SittingBar sitting={sitting} />
          <Button tone="quiet" isSmall lang="en" onClick={toggle}>
            {mode === 'off' ? messages.fullscreen : messages.exitFullscreen}
          </Button>
        </header>
        <div ref={bringIntoView} className={styles.stage} data-night>
          {failure === null ? (
            <RemindedGame reminder={reminder} onStop={goBack}>
              <GameFrame
                key={attempt}
                name={name}
                address={address}
                allowsWindows={allowsWindows}
                frame={frame}
              />
            </RemindedGame>
          ) : (
            <LaunchFailure text={failure} onRetry={retry} onBack={goBack} />
          )}
        </div>
        <GameFooter
          provider={provider}
          name={name}
          code={code}
          isLaunched={address !== null}
          onReload={relaunch}
        />
      </section>
      {address !== null && (
        <Suspense>
          <RelatedGames providerCode={provider} gameCode={code} />
        </Suspense>
      )}
    </>
  );
}

interface GameFooterProps extends PlayerProps {
  readonly isLaunched: boolean;
  readonly onReload: () => void;
}

const GameFooter = ({ provider, name, code, isLaunched, onReload }: GameFooterProps) => (
  <footer className={styles.bar}>
    <p className={styles.footName}>
      {name} <span className={styles.provider}>{provider}</span>
    </p>
    {isLaunched && (
      <span className={styles.facts}>
        <Suspense>
          <GameFacts providerCode={provider} gameCode={code} />
        </Suspense>
      </span>
    )}
    {/* `disabled` would take the focus away at each press. */}
    <Button
      tone="quiet"
      isSmall
      lang="en"
      aria-disabled={!isLaunched}
      onClick={isLaunched ? onReload : undefined}
    >
      {messages.reload}
    </Button>
  </footer>
);

interface LaunchFailureProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly onBack: () => void;
}

function LaunchFailure({ text, onRetry, onBack }: LaunchFailureProps) {
  return (
    <div className={styles.curtain} role="alert">
      <p>{text}</p>
      <div className={styles.choices} data-row>
        <Button onClick={onRetry}>{messages.retry}</Button>
        <Button tone="quiet" onClick={onBack}>
          {messages.backToGames}
        </Button>
      </div>
    </div>
  );
}

/**
 * The buttons of a game are at the foot of the game: without a scroll, a small screen or a phone's navigation
 * would hide the buttons.
 */
const bringIntoView = (stage: HTMLElement | null): void => stage?.scrollIntoView?.({ block: 'end' });
