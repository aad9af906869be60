import type { GameTitle } from '@palier/shared/contracts/lobby';
import { KNOWN_PROVIDERS } from '../known-providers';
import { messages } from './lobby.messages';

/** Provider, return to player and volatility; what the aggregator does not list is left out. */
export const factsOfGame = ({ providerCode, returnPercent, volatility }: GameTitle): string =>
  [
    KNOWN_PROVIDERS.find(({ code }) => code === providerCode)?.name ?? providerCode,
    returnPercent === undefined ? '' : messages.returnOf(returnPercent),
    volatility === undefined ? '' : messages.volatility[volatility],
  ]
    .filter(Boolean)
    .join(' · ');
