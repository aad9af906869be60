import { useEffect, useEffectEvent } from 'react';
import { FavouriteButton } from './favourite-button';
import { factsOfGame } from './facts-of-game';
import { isSameGame, useLobby, useLobbyRefresh } from './use-lobby';
import styles from './lobby.module.css';

interface GameFactsProps {
  readonly providerCode: string;
  readonly gameCode: string;
}

/**
 * Maker, return to player, volatility and heart. Rendered after the launch, which makes the game the last one
 * played.
 */
export function GameFacts({ providerCode, gameCode }: GameFactsProps) {
  const refresh = useEffectEvent(useLobbyRefresh());
  useEffect(() => refresh(), []);
  const game = useLobby().recent.find((each) => isSameGame(each, { providerCode, gameCode }));
  if (game === undefined) return null;
  return (
    <>
      <span className={styles.facts} lang="fr">
        {factsOfGame(game)}
      </span>
      <FavouriteButton game={game} />
    </>
  );
}
