import type { Game } from '../../catalogue/catalogue.js';
import { drawBackdrop, drawSprite, escapeMarkup } from '../../looks/markup.js';

interface DocumentParts {
  title: string;
  /** The path prefix of the public files. */
  assets: string;
  head?: string;
  /** The body element with its tags. */
  body: string;
}

const renderDocument = ({ title, assets, head = '', body }: DocumentParts): string => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="${assets}game.css">
${head}
</head>
${body}
</html>
`;

export const renderExpiredPage = (assets: string): string =>
  renderDocument({
    title: 'Session expirée',
    assets,
    body:
      `<body data-state="error" class="ended"><main><h1>Session expirée</h1>` +
      '<p>Revenez au catalogue et relancez le jeu. Une partie en cours est toujours menée à son terme, ' +
      'et ses gains versés.</p></main></body>',
  });

export interface OpenedGame {
  game: Game;
  token: string;
  parentOrigins: readonly string[];
  assets: string;
}

interface GamePageParts extends OpenedGame {
  /** The modules that the page's script imports, preloaded together. */
  modules: readonly string[];
  stage: string;
  /** Markup between the message and the panel. */
  extras?: string;
  stakes: string;
  play: string;
}

const loudspeaker =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9v6h4l5 4V5L8 9z"/>' +
  '<path class="waves" d="M16 9q2 3 0 6M18.500 6.500q4 5.500 0 11"/>' +
  '<path class="cross" d="m16 9 6 6m0-6-6 6"/></svg>';

export function renderGamePage({
  game,
  token,
  parentOrigins,
  assets,
  modules,
  stage,
  extras = '',
  stakes,
  play,
}: GamePageParts): string {
  const name = escapeMarkup(game.name);
  const { kind, look, providerCode, code } = game;
  return renderDocument({
    title: game.name,
    assets,
    head: [
      `<link rel="stylesheet" href="${assets}${kind}.css">`,
      `<link rel="icon" href="/banners/${providerCode}/${code}.svg">`,
      // Preloaded, so that the script need not wait for a round trip.
      `<link rel="preload" as="fetch" crossorigin href="/play/${token}/state">`,
      ...modules.map((file) => `<link rel="modulepreload" href="${assets}${file}.js">`),
      `<script type="module" src="${assets}${kind}.js"></script>`,
    ].join('\n'),
    // Hidden until its script runs, because the layout would jump when the styles arrive.
    body: `<body hidden data-state="loading" data-frame="${look.frame}"
  data-parents="${escapeMarkup(parentOrigins.join(' '))}">
<p class="late">Le jeu n'arrive pas&nbsp;: la connexion est peut-être coupée. <a href="">Réessayer</a></p>
<svg class="backdrop" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true"
  focusable="false">${drawBackdrop(look)}</svg>
<svg id="sprite" width="0" height="0" aria-hidden="true" focusable="false">${drawSprite(look, kind)}</svg>
<main class="machine">
  <header class="top">
    <h1>${name}</h1>
    <button type="button" class="quiet" id="sound" aria-pressed="false"
      aria-label="Son">${loudspeaker}</button>
    <button type="button" class="quiet" id="rules-open" aria-haspopup="dialog">Règles</button>
  </header>
  ${stage}
  <p class="message" id="message" role="status" aria-live="polite">Chargement…</p>
  ${extras}
  <footer class="panel">
    <div class="figure">
      <span class="label" id="balance-label">Solde</span>
      <output data-testid="balance" aria-live="off" aria-labelledby="balance-label">—</output>
    </div>
    <div class="figure">
      <span class="label" id="win-label">Gain</span>
      <output data-testid="win" aria-live="off" aria-labelledby="win-label">0,00</output>
    </div>
    <div class="stakes" role="group" aria-label="Mise">
      <button type="button" id="stake-less" aria-label="Diminuer la mise">−</button>
      <div class="figure">
        <span class="label" id="stake-label">Mise</span>
        <output data-testid="stake" aria-labelledby="stake-label">—</output>
      </div>
      <button type="button" id="stake-more" aria-label="Augmenter la mise">+</button>
    </div>
    ${stakes}
    ${play}
  </footer>
</main>
<dialog id="rules" aria-labelledby="rules-title">
  <div class="rules-head">
    <h2 id="rules-title">Règles</h2>
    <button type="button" class="quiet" id="rules-close">Fermer</button>
  </div>
  <div id="rules-body"></div>
</dialog>
</body>`,
  });
}
