import { createReels, paintTheme } from './reels.js';
import { drawRules } from './rules.js';
import { fetchState, persist, postSpin, SessionEndedError } from './wire.js';

const { body } = document;
const byTest = (id) => document.querySelector(`[data-testid="${id}"]`);
const byId = (id) => document.getElementById(id);
const view = {
  spin: byTest('spin'),
  balance: byTest('balance'),
  stake: byTest('stake'),
  win: byTest('win'),
  message: byId('message'),
  free: byId('free'),
};

const amount = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const lostText = 'Connexion perdue, nouvelle tentative…';

const game = { rules: undefined, reels: undefined, stakeIndex: 2, isBusy: true };

function setState(state) {
  body.dataset.state = state;
  view.spin.disabled = game.isBusy;
  const { stakes } = game.rules ?? { stakes: [] };
  byId('stake-less').disabled = game.isBusy || game.stakeIndex <= 0;
  byId('stake-more').disabled = game.isBusy || game.stakeIndex >= stakes.length - 1;
}

function say(text) {
  if (view.message.textContent !== text) view.message.textContent = text;
}

function showAmount(output, value) {
  output.dataset.value = String(value);
  output.innerHTML = `${amount.format(value)} <small>TND</small>`;
}

function showBalance(balance) {
  if (typeof balance === 'number') showAmount(view.balance, balance);
}

function showStake() {
  showAmount(view.stake, game.rules.stakes[game.stakeIndex]);
}

function changeStake(step) {
  if (game.isBusy) return;
  const next = game.stakeIndex + step;
  if (next < 0 || next >= game.rules.stakes.length) return;
  game.stakeIndex = next;
  showStake();
  if (body.dataset.state === 'error') say('Bonne chance !');
  setState('idle');
}

function onTrouble() {
  setState('error');
  say(lostText);
}

/** Tells each allowed parent that it may read the balance again; where the browser names the parent, only that one. */
function tellParent() {
  if (window.parent === window) return;
  const allowed = body.dataset.parents.split(' ');
  const actual = location.ancestorOrigins?.[0];
  const targets = actual === undefined ? allowed : allowed.filter((origin) => origin === actual);
  for (const origin of targets) window.parent.postMessage({ type: 'palier-demo/balance-changed' }, origin);
}

function describeWin(round) {
  if (round.win === 0) return 'Pas de gain cette fois.';
  const lineCount = round.spins[0].lines.length;
  const free = round.spins.length > 1 ? `, dont ${round.spins.length - 1} parties gratuites` : '';
  const lines = lineCount > 0 && !free ? ` sur ${lineCount} ligne${lineCount > 1 ? 's' : ''}` : '';
  return `Gain de ${amount.format(round.win)} TND${lines}${free} !`;
}

async function playSpins(round) {
  const freeCount = round.spins.length - 1;
  let won = 0;
  for (const [index, spin] of round.spins.entries()) {
    view.free.hidden = index === 0;
    if (index > 0)
      view.free.textContent = `Partie gratuite ${index} / ${freeCount} · gains ×${game.rules.freeSpinMultiplier}`;
    await game.reels.land(spin.grid);
    game.reels.markWins(spin, game.rules.payLines);
    won += spin.win;
    showAmount(view.win, won);
    if (index === 0 && freeCount > 0) say(`${freeCount} parties gratuites !`);
    if (index < freeCount) await pause(index === 0 ? 900 : spin.win > 0 ? 500 : 150);
  }
  view.free.hidden = true;
}

/** Follows a spin to its end, asking again with the same id as long as it takes. */
async function followSpin(spinId, stake) {
  setState('spinning');
  game.reels.turn();
  const { status, body: answer } = await persist(async () => {
    const answer = await postSpin(spinId, stake);
    if (answer.status !== 202) return answer;
    onTrouble();
    return undefined;
  }, onTrouble);
  if (status === 402) return refuse(answer);
  if (status !== 200) return resynchronise();
  setState('spinning');
  say('');
  await playSpins(answer.round);
  showAmount(view.win, answer.round.win);
  showBalance(answer.balance);
  say(describeWin(answer.round));
  view.win.classList.toggle('has-won', answer.round.win > 0);
  game.isBusy = false;
  setState('idle');
  tellParent();
}

function refuse(answer) {
  game.reels.stop();
  showBalance(answer.balance);
  say(
    answer.round.refusal === 'INSUFFICIENT_USER_FUNDS'
      ? 'Solde insuffisant'
      : "Mise refusée par l'opérateur.",
  );
  game.isBusy = false;
  setState('error');
}

function endSession() {
  game.reels?.stop();
  game.isBusy = true;
  setState('error');
  say('Session expirée : revenez au catalogue et relancez le jeu.');
}

/** Another window of this session may have a round under way: read where things stand and follow it. */
async function resynchronise() {
  game.reels.stop();
  const state = await persist(fetchState, onTrouble);
  showBalance(state.balance);
  if (state.round?.status === 'pending') return followSpin(state.round.spinId, state.round.stake);
  game.isBusy = false;
  setState('idle');
  say('Prêt à jouer.');
}

function guard(work) {
  return work().catch((error) => {
    if (error instanceof SessionEndedError) return endSession();
    game.isBusy = false;
    game.reels?.stop();
    setState('error');
    say('Une erreur est survenue. Réessayez.');
    throw error;
  });
}

function spin() {
  if (game.isBusy) return;
  game.isBusy = true;
  view.win.classList.remove('has-won');
  showAmount(view.win, 0);
  say('');
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const spinId = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  void guard(() => followSpin(spinId, game.rules.stakes[game.stakeIndex]));
}

function onKey(event) {
  if (byId('rules').open || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
  if (step) {
    event.preventDefault();
    changeStake(step);
  } else if (event.key === ' ' || event.key === 'Enter') {
    // A focused button answers the key itself; a key held down must not play on and on.
    if (event.target.closest?.('button') && !event.repeat) return;
    event.preventDefault();
    if (!event.repeat) spin();
  }
}

function bind() {
  view.spin.addEventListener('click', spin);
  byId('stake-less').addEventListener('click', () => changeStake(-1));
  byId('stake-more').addEventListener('click', () => changeStake(1));
  byId('rules-open').addEventListener('click', () => byId('rules').showModal());
  byId('rules-close').addEventListener('click', () => byId('rules').close());
  document.addEventListener('keydown', onKey);
}

async function start() {
  paintTheme(body.dataset.theme, byId('sprite'));
  const state = await persist(fetchState, onTrouble);
  game.rules = state.rules;
  game.reels = createReels(byId('reels'), byId('winlines'), state.rules.strips);
  byId('rules-body').innerHTML = drawRules(state.rules);
  bind();
  const last = state.round;
  if (last) game.stakeIndex = Math.max(0, state.rules.stakes.indexOf(last.stake));
  showStake();
  showAmount(view.win, last?.win ?? 0);
  showBalance(state.balance);
  game.reels.show(last?.spins.at(-1)?.grid ?? game.reels.current());
  if (last?.status === 'pending') {
    say('Reprise de la partie en cours…');
    return followSpin(last.spinId, last.stake);
  }
  game.isBusy = false;
  setState('idle');
  say(
    typeof state.balance === 'number'
      ? `Bonne chance ! Retour théorique ${new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 }).format(state.rules.returnToPlayer * 100)} %`
      : "Solde indisponible pour l'instant.",
  );
}

void guard(start);
