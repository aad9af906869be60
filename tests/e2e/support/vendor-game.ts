import { createServer, type Server } from 'node:http';
import type { FrameLocator, Page } from '@playwright/test';

/** Path and body of the pages of a game. A path that is not among them is never answered. */
type GamePages = Readonly<Record<string, string>>;

const ORIGIN = `http://localhost:${process.env.E2E_GAMES_PORT}`;

/** Serves the pages of a vendor's game on an origin that may be framed. */
export async function serveVendorGame(pages: GamePages): Promise<Server> {
  const server = createServer((request, response) => {
    const body = pages[new URL(request.url ?? '', ORIGIN).pathname];
    if (body === undefined) return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="fr"><title>Jeu</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(Number(process.env.E2E_GAMES_PORT), resolve));
  return server;
}

export async function stopVendorGame(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Answers every launch of `page` with the vendor's game. */
export const launchVendorGame = (page: Page, answer: object = {}) =>
  page.route('**/api/v1/casino/launch?*', (route) =>
    route.fulfill({ json: { launch_url: `${ORIGIN}/`, ...answer } }),
  );

/** Opens the first game of the catalogue that `page` shows. */
export async function openFirstGame(page: Page): Promise<FrameLocator> {
  await page.getByTestId('game-tile').getByRole('link').first().click();
  return page.frameLocator('iframe');
}
