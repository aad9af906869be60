import { escapeMarkup } from '../catalogue/banner.js';
import type { Game } from '../catalogue/catalogue.js';

const frame = (title: string, head: string, body: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="/assets/slot.css">
${head}
</head>
${body}
</html>
`;

export function renderGamePage(game: Game, parentOrigins: readonly string[]): string {
  const name = escapeMarkup(game.name);
  return frame(
    game.name,
    `<link rel="icon" href="/banners/${game.providerCode}/${game.code}.svg">\n<script type="module" src="/assets/slot.js"></script>`,
    `<body data-state="loading" data-theme="${game.theme}" data-parents="${escapeMarkup(parentOrigins.join(' '))}">
<svg id="sprite" width="0" height="0" aria-hidden="true" focusable="false"></svg>
<main class="machine">
  <header class="top">
    <h1>${name}</h1>
    <button type="button" class="quiet" id="rules-open" aria-haspopup="dialog">Règles</button>
  </header>
  <section class="stage" aria-label="Rouleaux">
    <div class="reels" id="reels" aria-hidden="true"></div>
    <svg class="winlines" id="winlines" viewBox="0 0 500 300" preserveAspectRatio="none" aria-hidden="true"></svg>
    <p class="free" id="free" hidden></p>
  </section>
  <p class="message" id="message" role="status" aria-live="polite">Chargement…</p>
  <footer class="panel">
    <div class="figure"><span class="label" id="balance-label">Solde</span><output data-testid="balance" aria-labelledby="balance-label">—</output></div>
    <div class="figure"><span class="label" id="win-label">Gain</span><output data-testid="win" aria-labelledby="win-label">0,00</output></div>
    <div class="stakes" role="group" aria-label="Mise">
      <button type="button" id="stake-less" aria-label="Diminuer la mise">−</button>
      <div class="figure"><span class="label" id="stake-label">Mise</span><output data-testid="stake" aria-labelledby="stake-label">—</output></div>
      <button type="button" id="stake-more" aria-label="Augmenter la mise">+</button>
    </div>
    <button type="button" class="play" data-testid="spin" disabled>Jouer</button>
  </footer>
</main>
<dialog id="rules" aria-labelledby="rules-title">
  <div class="rules-head"><h2 id="rules-title">Règles</h2><button type="button" class="quiet" id="rules-close">Fermer</button></div>
  <div id="rules-body"></div>
</dialog>
</body>`,
  );
}

export function renderExpiredPage(): string {
  return frame(
    'Session expirée',
    '',
    `<body data-state="error" class="ended"><main><h1>Session expirée</h1><p>Revenez au catalogue et relancez le jeu. Une partie en cours est toujours menée à son terme, et ses gains versés.</p></main></body>`,
  );
}
