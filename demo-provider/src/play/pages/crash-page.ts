import { renderGamePage, type OpenedGame } from './page-layout.js';

export const renderCrashPage = (opened: OpenedGame): string =>
  renderGamePage({
    ...opened,
    modules: ['api', 'crash-rules', 'flight-canvas', 'game-page', 'multiplier-curve', 'sound', 'verify'],
    stage: `<section class="stage" aria-label="Vol">
    <canvas id="sky" aria-hidden="true"></canvas>
    <svg class="flyer" id="flyer" viewBox="0 0 100 100" aria-hidden="true"><use href="#s-flyer"/></svg>
    <p class="multiplier" data-testid="multiplier" aria-hidden="true">×1,00</p>
    <p class="prize" id="prize" aria-hidden="true" hidden></p>
    <ol class="recent" id="recent" aria-label="Derniers vols"></ol>
  </section>`,
    extras:
      `<button type="button" class="proof" id="proof" data-testid="commitment" aria-haspopup="dialog">` +
      'Empreinte <span id="proof-of">du prochain vol</span> <code>…</code></button>',
    stakes: `<div class="stakes" role="group" aria-label="Encaissement automatique">
      <button type="button" id="auto-less" aria-label="Encaisser automatiquement plus tôt">−</button>
      <div class="figure">
        <span class="label" id="auto-label">Auto<span class="wide">-encaissement</span></span>
        <output data-testid="auto" aria-labelledby="auto-label">—</output>
      </div>
      <button type="button" id="auto-more" aria-label="Encaisser automatiquement plus tard">+</button>
    </div>`,
    play: '<button type="button" class="play" data-testid="bet" aria-disabled="true">Miser</button>',
  });
