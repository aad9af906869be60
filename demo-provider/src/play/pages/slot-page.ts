import { renderGamePage, type OpenedGame } from './page-layout.js';

export const renderSlotPage = (opened: OpenedGame): string =>
  renderGamePage({
    ...opened,
    modules: ['api', 'game-page', 'reels', 'slot-rules', 'sound'],
    stage: `<section class="stage" aria-label="Rouleaux">
    <div class="reels" id="reels" aria-hidden="true"></div>
    <svg class="winlines" id="winlines" viewBox="0 0 500 300" preserveAspectRatio="none"
      aria-hidden="true"></svg>
    <p class="free" id="free" hidden></p>
    <p class="prize" id="prize" aria-hidden="true" hidden></p>
  </section>`,
    stakes: '',
    play: '<button type="button" class="play" data-testid="spin" aria-disabled="true">Jouer</button>',
  });
