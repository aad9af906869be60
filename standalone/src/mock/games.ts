import type { Game } from '@palier/shared/contracts';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import { PROVIDER_CODES } from '@palier/shared/contracts/provider-codes';

const GAMES_PER_PROVIDER = 40;

/** A banner as a data URL: the hue of the provider and the number of the game. */
function banner(hue: number, text: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">` +
    `<rect width="320" height="240" fill="hsl(${hue} 45% 28%)"/>` +
    `<text x="160" y="140" font-family="sans-serif" font-size="48" fill="white" ` +
    `text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const mockProviders = () => ({
  providers: PROVIDER_CODES.map((code) => ({ code, name: code.charAt(0) + code.slice(1).toLowerCase() })),
});

export function mockGames(providerCode: string | null): Game[] {
  const hue = PROVIDER_CODES.findIndex((code) => code === providerCode) * 18;
  if (hue < 0 || providerCode === null) return [];
  return Array.from({ length: GAMES_PER_PROVIDER }, (_, index) => ({
    id: `${providerCode}-${index + 1}`,
    game_name: `${providerCode} ${index + 1}`,
    game_code: `${providerCode.toLowerCase()}-${index + 1}`,
    banner: banner(hue, String(index + 1)),
  }));
}

export const mockTitles = (): GameTitle[] =>
  PROVIDER_CODES.flatMap((providerCode) =>
    mockGames(providerCode).map(({ game_code: gameCode, game_name: title, banner }) => {
      const isCrash = providerCode === 'SPRIBE' || providerCode === 'INOUT';
      return {
        providerCode,
        gameCode,
        title,
        banner,
        returnPercent: isCrash ? 97 : 95.97,
        ...(isCrash
          ? { kind: 'crash' }
          : {
              kind: 'slot',
              volatility: 'medium',
            }),
      };
    }),
  );
