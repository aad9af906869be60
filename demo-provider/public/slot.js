import {
  bindKeys,
  bindRules,
  byId,
  byTest,
  createLadder,
  followBalance,
  formatAmount,
  formatPercent,
  hidePrize,
  newSpinId,
  pause,
  say,
  setState,
  setUsable,
  showAmount,
  showBalance,
  showPrize,
  showTrouble,
  startPage,
  tellParent,
  tellRoundEnded,
  texts,
} from './game-page.js';
import { createReels } from './reels.js';
import { drawSlotRules } from './slot-rules.js';
import { bindSound, sound } from './sound.js';
import { fetchState, persist, postSpin, SessionEndedError } from './api.js';

const balanceAgainMs = 4000;
const view = { spin: byTest('spin'), win: byTest('win'), free: byId('free') };
const game = { rules: undefined, reels: undefined, stakes: undefined, isBusy: true };

function setBusy(isBusy, state) {
  game.isBusy = isBusy;
  setUsable(view.spin, !isBusy);
  game.stakes?.lock(isBusy);
  setState(state);
}

const onLost = () => showTrouble(texts.lost);

/** What pays back less than was staked is told, and not cheered. */
const isCheered = ({ win, isFree }, stake) => win > (isFree ? 0 : stake);

function cheer(win, stake) {
  const size = win >= 10 * stake ? 3 : win >= stake ? 2 : 1;
  showPrize(win, size);
  sound.win(size);
}

function describeWin(round) {
  if (round.win === 0) return 'Pas de gain cette fois.';
  const lineCount = round.spins[0].lines.length;
  const free = round.spins.length > 1 ? ` avec ${round.spins.length - 1} parties gratuites` : '';
  const lines = lineCount > 0 && !free ? ` sur ${lineCount} ligne${lineCount > 1 ? 's' : ''}` : '';
  return `Gain de ${formatAmount(round.win)}\u00a0TND${lines}${free}${isCheered(round, round.stake) ? '\u00a0!' : '.'}`;
}

async function playSpins(round) {
  const freeCount = round.spins.length - 1;
  let won = 0;
  for (const [index, spin] of round.spins.entries()) {
    view.free.hidden = index === 0;
    if (index > 0)
      view.free.textContent = `Partie gratuite ${index} / ${freeCount} · gains ×${game.rules.freeSpinMultiplier}`;
    await game.reels.land(spin.grid, sound.thud);
    game.reels.markWins(spin, game.rules.payLines);
    won += spin.win;
    showAmount(view.win, won);
    if (isCheered(spin, round.stake)) cheer(spin.win, round.stake);
    if (index === 0 && freeCount > 0) {
      say(`${freeCount} parties gratuites\u00a0!`);
      sound.bonus();
    }
    if (index < freeCount) await pause(index === 0 ? 900 : spin.win > 0 ? 500 : 150);
  }
  view.free.hidden = true;
  if (freeCount > 0 && isCheered(round, round.stake)) cheer(won, round.stake);
}

/** Follows a spin to its end, asking again with the same id as long as it takes. */
async function followSpin(spinId, stake) {
  setBusy(true, 'spinning');
  tellParent('round-started');
  game.reels.turn();
  const { status, body: answer } = await persist(async () => {
    const answer = await postSpin(spinId, stake);
    if (answer.status !== 202) return answer;
    showTrouble(texts.operatorSilent);
    return undefined;
  }, onLost);
  if (status === 402) return refuse(answer);
  if (status !== 200) return resynchronise();
  setState('spinning');
  say('');
  await playSpins(answer.round);
  showAmount(view.win, answer.round.win);
  showBalance(answer.balance);
  say(describeWin(answer.round));
  view.win.classList.toggle('has-won', isCheered(answer.round, answer.round.stake));
  setBusy(false, 'idle');
  tellRoundEnded();
}

function refuse(answer) {
  game.reels.stop();
  showBalance(answer.balance);
  setBusy(false, 'error');
  say(answer.round.refusal === 'INSUFFICIENT_USER_FUNDS' ? texts.noFunds : texts.refused);
  tellRoundEnded();
}

/** Another window of this session may have a round under way: read where things stand and follow it. */
async function resynchronise() {
  game.reels.stop();
  const state = await persist(fetchState, onLost);
  showBalance(state.balance);
  if (state.round?.status === 'pending') return followSpin(state.round.spinId, state.round.stake);
  setBusy(false, 'idle');
  say(texts.ready);
  tellRoundEnded();
}

function guard(work) {
  return work().catch((error) => {
    game.reels?.stop();
    const isOver = error instanceof SessionEndedError;
    setBusy(isOver, 'error');
    say(isOver ? texts.ended : texts.fault);
    tellRoundEnded();
    if (!isOver) throw error;
  });
}

function spin() {
  if (game.isBusy) return;
  view.win.classList.remove('has-won');
  hidePrize();
  showAmount(view.win, 0);
  say('');
  sound.start();
  void guard(() => followSpin(newSpinId(), game.stakes.value()));
}

/** While the operator is silent the page says so, and looks again until there is a balance to show. */
async function awaitBalance() {
  while (!game.isBusy && byTest('balance').dataset.value === undefined) {
    say(texts.noBalance);
    await pause(balanceAgainMs);
    if (game.isBusy) return;
    const { balance } = await persist(fetchState, () => undefined);
    showBalance(balance);
    if (typeof balance === 'number' && !game.isBusy) say(texts.ready);
  }
}

async function start() {
  startPage();
  bindSound();
  const state = await persist(fetchState, onLost);
  game.rules = state.rules;
  game.reels = createReels(byId('reels'), byId('winlines'), state.rules.strips);
  game.stakes = createLadder('stake', state.rules.stakes, (stake) => {
    showAmount(byTest('stake'), stake);
    if (!game.isBusy && document.body.dataset.state === 'error') {
      setState('idle');
      say('Bonne chance\u00a0!');
    }
  });
  game.stakes.choose(state.round?.stake ?? 1);
  bindRules(() => drawSlotRules(state.rules));
  view.spin.addEventListener('click', spin);
  bindKeys(spin, game.stakes);
  followBalance(() => !game.isBusy);
  const last = state.round;
  showAmount(view.win, last?.win ?? 0);
  showBalance(state.balance);
  game.reels.show(last?.spins.at(-1)?.grid ?? game.reels.current());
  if (last?.status === 'pending') {
    say(texts.resumed);
    return followSpin(last.spinId, last.stake);
  }
  setBusy(false, 'idle');
  say(`Bonne chance\u00a0! Retour théorique ${formatPercent(state.rules.returnToPlayer)}`);
  void awaitBalance();
}

void guard(start);
