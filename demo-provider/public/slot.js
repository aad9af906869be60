import * as page from './game-page.js';
import { createReels } from './reels.js';
import { drawSlotRules } from './slot-rules.js';
import { bindSound, sound } from './sound.js';
import { fetchState, postSpin, retryUntilAnswered } from './api.js';

const view = { spin: page.byTestId('spin'), win: page.byTestId('win'), free: page.byId('free') };
const game = { rules: undefined, reels: undefined, stakes: undefined, isBusy: true };

function setBusy(isBusy, state) {
  game.isBusy = isBusy;
  page.setUsable(view.spin, !isBusy);
  game.stakes?.lock(isBusy);
  page.setState(state);
}

/** A win below the stake is reported without celebration. */
const isCelebrated = ({ win, isFree }, stake) => win > (isFree ? 0 : stake);

function celebrate(win, stake) {
  let size = 1;
  if (win >= 10 * stake) size = 3;
  else if (win >= stake) size = 2;
  page.showPrize(win, size);
  sound.win(size);
}

function formatWinMessage(round) {
  if (round.win === 0) return 'Pas de gain cette fois.';
  const lineCount = round.spins[0].lines.length;
  const free = round.spins.length > 1 ? ` avec ${round.spins.length - 1} parties gratuites` : '';
  const lines = lineCount > 0 && !free ? ` sur ${lineCount} ligne${lineCount > 1 ? 's' : ''}` : '';
  const end = isCelebrated(round, round.stake) ? '\u00a0!' : '.';
  return `Gain de ${page.formatAmount(round.win)}\u00a0TND${lines}${free}${end}`;
}

/** The pause before the next free spin, in ms. */
function pauseAfter(index, spin) {
  if (index === 0) return 900;
  return spin.win > 0 ? 500 : 150;
}

async function playSpins(round) {
  const freeCount = round.spins.length - 1;
  const multiplier = game.rules.freeSpinMultiplier;
  let won = 0;
  for (const [index, spin] of round.spins.entries()) {
    view.free.hidden = index === 0;
    if (index > 0) view.free.textContent = `Partie gratuite ${index} / ${freeCount} · gains ×${multiplier}`;
    await game.reels.land(spin.grid, sound.thud);
    game.reels.markWins(spin, game.rules.payLines);
    won += spin.win;
    page.showAmount(view.win, won);
    if (isCelebrated(spin, round.stake)) celebrate(spin.win, round.stake);
    if (index === 0 && freeCount > 0) {
      page.showMessage(`${freeCount} parties gratuites\u00a0!`);
      sound.bonus();
    }
    if (index < freeCount) await page.sleep(pauseAfter(index, spin));
  }
  view.free.hidden = true;
  if (freeCount > 0 && isCelebrated(round, round.stake)) celebrate(won, round.stake);
}

async function followSpin(spinId, stake) {
  setBusy(true, 'spinning');
  page.notifyParent('round-started');
  game.reels.spin();
  const { status, body: answer } = await page.askUntilDecided(() => postSpin(spinId, stake));
  if (status === 402) return refuse(answer);
  if (status !== 200) return reloadState();
  page.setState('spinning');
  page.showMessage('');
  await playSpins(answer.round);
  page.showAmount(view.win, answer.round.win);
  page.showBalance(answer.balance);
  page.showMessage(formatWinMessage(answer.round));
  view.win.classList.toggle('has-won', isCelebrated(answer.round, answer.round.stake));
  setBusy(false, 'idle');
  page.notifyRoundEnded();
}

function refuse(answer) {
  game.reels.stop();
  page.showBalance(answer.balance);
  setBusy(false, 'error');
  page.showRefusal(answer);
  page.notifyRoundEnded();
}

/** Another window of this session may have a round in progress, which this page then follows. */
async function reloadState() {
  game.reels.stop();
  const state = await retryUntilAnswered(fetchState, page.showConnectionLost);
  page.showBalance(state.balance);
  if (state.round?.status === 'pending') return followSpin(state.round.spinId, state.round.stake);
  setBusy(false, 'idle');
  page.showMessage(page.texts.ready);
  page.notifyRoundEnded();
}

function resetAfterError(isSessionOver) {
  game.reels?.stop();
  setBusy(isSessionOver, 'error');
}

function spin() {
  if (game.isBusy) return;
  view.win.classList.remove('has-won');
  page.hidePrize();
  page.showAmount(view.win, 0);
  page.showMessage('');
  sound.start();
  void page.runGuarded(() => followSpin(page.newSpinId(), game.stakes.value()), resetAfterError);
}

async function start() {
  document.body.hidden = false;
  bindSound();
  const state = await retryUntilAnswered(fetchState, page.showConnectionLost);
  game.rules = state.rules;
  game.reels = createReels(page.byId('reels'), page.byId('winlines'), state.rules.strips);
  game.stakes = page.createStepper('stake', state.rules.stakes, (stake) => {
    page.showAmount(page.byTestId('stake'), stake);
    if (!game.isBusy && document.body.dataset.state === 'error') {
      page.setState('idle');
      page.showMessage('Bonne chance\u00a0!');
    }
  });
  game.stakes.choose(state.round?.stake ?? 1);
  page.bindRules(() => drawSlotRules(state.rules));
  view.spin.addEventListener('click', spin);
  page.bindKeys(spin, game.stakes);
  page.bindParentBalance(() => !game.isBusy);
  const last = state.round;
  page.showAmount(view.win, last?.win ?? 0);
  page.showBalance(state.balance);
  game.reels.show(last?.spins.at(-1)?.grid ?? game.reels.current());
  if (last?.status === 'pending') {
    page.showMessage(page.texts.resumed);
    return followSpin(last.spinId, last.stake);
  }
  setBusy(false, 'idle');
  page.showMessage(`Bonne chance\u00a0! Retour théorique ${page.formatPercent(state.rules.returnToPlayer)}`);
  void page.waitForBalance(() => !game.isBusy);
}

void page.runGuarded(start, resetAfterError);
