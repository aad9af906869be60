import { msToReach, multiplierAfter } from './multiplier-curve.js';
import { drawCrashRules, formatMultiplier } from './crash-rules.js';
import * as page from './game-page.js';
import { createFlightCanvas } from './flight-canvas.js';
import { html, show } from './markup.js';
import { bindSound, sound } from './sound.js';
import { fetchRound, fetchState, postBet, postCashOut, retryUntilAnswered } from './api.js';

/** The button rests after a flight: a late press on "Encaisser" must not place a bet. */
const restAfterFlightMs = 700;
const recentCount = 12;
/** Multipliers announced in the status message, for screen readers. */
const milestones = [150, 200, 300, 500, 1000, 2500, 5000, 10_000];
const autoSteps = [null, 110, 125, 150, 200, 300, 500, 1000, 2500, 10_000];
const view = {
  play: page.byTestId('bet'),
  win: page.byTestId('win'),
  multiplier: page.byTestId('multiplier'),
  recent: page.byId('recent'),
};
const game = {
  rules: undefined,
  canvas: undefined,
  stakes: undefined,
  auto: undefined,
  commitment: '',
  recent: [],
  /** 'busy', 'bet', 'cash-out' or 'cashing-out': what a press of the button does. */
  phase: 'busy',
  flight: undefined,
};

function setPhase(phase, state) {
  game.phase = phase;
  page.byId('proof-of').textContent = phase === 'bet' ? 'du prochain vol' : 'de ce vol';
  page.setUsable(view.play, phase === 'bet' || phase === 'cash-out');
  game.stakes?.lock(phase !== 'bet');
  game.auto?.lock(phase !== 'bet');
  // The amount changes every frame; as part of the accessible name a screen reader would read it without end.
  if (phase === 'cash-out') show(view.play, html`Encaisser <span aria-hidden="true"></span>`);
  else view.play.textContent = phase === 'cashing-out' ? 'Encaissement…' : 'Miser';
  page.setState(state);
}

function showMultiplier(hundredths) {
  view.multiplier.textContent = formatMultiplier(hundredths);
  view.multiplier.dataset.value = String(hundredths);
}

function showCommitment(commitment) {
  game.commitment = commitment;
  page.byId('proof').querySelector('code').textContent = `${commitment.slice(0, 12)}…`;
  page.byId('proof').dataset.commitment = commitment;
}

function drawRecentFlight({ flight }) {
  const multiplier = formatMultiplier(flight.crashPoint);
  const label = `Vol terminé à ${multiplier}, voir la preuve`;
  const isHigh = flight.crashPoint >= 200;
  return html`<li>
    <button type="button" data-high="${isHigh}" aria-label="${label}">${multiplier}</button>
  </li>`;
}

function showRecent() {
  show(view.recent, html`${game.recent.map(drawRecentFlight)}`);
}

/** Animates until `game.flight` changes. */
function animate(flight) {
  let lastTick = 0;
  let passed = 0;
  const frame = () => {
    if (game.flight !== flight) return;
    const elapsedMs = performance.now() - flight.startedAt;
    const limit = flight.autoCashOut ?? game.rules.highestMultiplier;
    const shown = Math.min(multiplierAfter(elapsedMs), limit);
    game.canvas.draw(elapsedMs, true);
    showMultiplier(shown);
    if (game.phase === 'cash-out')
      view.play.lastChild.textContent = page.formatAmount((flight.stake * shown) / 100);
    const reached = milestones.filter((milestone) => milestone <= shown);
    if (reached.length > passed && document.body.dataset.state === 'flying') {
      passed = reached.length;
      showFlightMessage(flight, reached.at(-1));
    }
    if (elapsedMs - lastTick > 420) {
      lastTick = elapsedMs;
      sound.tick(Math.min(8, shown / 100));
    }
    requestAnimationFrame(frame);
  };
  frame();
}

/**
 * Retries while `flight` is on screen. The cash-out and the wait for the end run at once; the slower one
 * stops silently.
 */
const retryDuringFlight = (flight, ask) =>
  retryUntilAnswered(
    async () => (game.flight === flight ? ask() : null),
    () => game.flight === flight && page.showConnectionLost(),
  );

/** Timers stop while a phone sleeps, so the server's elapsed time wins when it is ahead. */
function alignWithServer(flight, { flight: { elapsedMs } }) {
  if (elapsedMs !== null) flight.startedAt = Math.min(flight.startedAt, performance.now() - elapsedMs);
}

/** Resolves at the crash, the automatic cash-out or the player's own. */
async function waitForEnd(flight) {
  const asked = retryDuringFlight(flight, async () => {
    const { status, body: answer } = await fetchRound(flight.spinId);
    if (status === 404) return answer;
    if (answer.round.status === 'settled') return answer;
    if (game.flight !== flight) return null;
    alignWithServer(flight, answer.round);
    if (answer.round.status === 'pending') page.showProblem(page.texts.operatorSilent);
    else if (document.body.dataset.state === 'error') showFlightMessage(flight);
    return undefined;
  });
  return Promise.race([asked, flight.cashedOut]);
}

function showFlightMessage({ autoCashOut }, reached) {
  page.setState('flying');
  const where = reached === undefined ? 'En vol' : `En vol à ${formatMultiplier(reached)}`;
  if (game.phase === 'cashing-out') page.showMessage('Encaissement demandé…');
  else
    page.showMessage(
      autoCashOut === null ? `${where}…` : `${where}, encaissement auto à ${formatMultiplier(autoCashOut)}`,
    );
}

async function followFlight(round) {
  const flight = {
    spinId: round.spinId,
    stake: round.stake,
    autoCashOut: round.flight.autoCashOut,
    startedAt: performance.now() - round.flight.elapsedMs,
  };
  flight.cashedOut = new Promise((resolve, reject) => Object.assign(flight, { resolve, reject }));
  game.flight = flight;
  showCommitment(round.flight.commitment);
  setPhase('cash-out', 'flying');
  showFlightMessage(flight);
  animate(flight);
  return showOutcome(await waitForEnd(flight));
}

function cashOut() {
  const { flight } = game;
  setPhase('cashing-out', 'flying');
  showFlightMessage(flight);
  const ask = retryDuringFlight(flight, async () => {
    const { status, body: answer } = await postCashOut(flight.spinId);
    if (status === 202 && game.flight === flight) page.showProblem(page.texts.operatorSilent);
    return status === 202 ? undefined : answer;
  });
  ask.then(flight.resolve, flight.reject);
}

const outcomeMessages = {
  crashed: ({ flight }) => `Écrasé à ${formatMultiplier(flight.crashPoint)}.`,
  'cashed-out': ({ flight, win }) =>
    `Gain de ${page.formatAmount(win)}\u00a0TND à ${formatMultiplier(flight.cashOut)}\u00a0! ` +
    `(chute à ${formatMultiplier(flight.crashPoint)})`,
  void: () => 'Vol annulé\u00a0: votre mise est rendue.',
};

function celebrate(win, cashOut) {
  let size = 1;
  if (cashOut >= 500) size = 3;
  else if (cashOut >= 200) size = 2;
  page.showPrize(win, size);
  sound.win(size);
}

async function showOutcome({ round, balance, commitment }) {
  game.flight = undefined;
  if (!round?.flight) return reloadState();
  const { flight } = round;
  document.body.dataset.end = flight.end;
  const at = flight.cashOut ?? flight.crashPoint;
  showMultiplier(at);
  game.canvas.draw(msToReach(at), true);
  game.canvas.setCrashed(flight.end === 'crashed');
  if (flight.end === 'crashed') sound.crash();
  else if (flight.end === 'cashed-out') celebrate(round.win, flight.cashOut);
  page.showAmount(view.win, round.win);
  view.win.classList.toggle('has-won', flight.end === 'cashed-out');
  page.showBalance(balance);
  showCommitment(commitment);
  game.recent = [round, ...game.recent.filter(({ spinId }) => spinId !== round.spinId)].slice(0, recentCount);
  showRecent();
  setPhase('bet', 'idle');
  page.showMessage(outcomeMessages[flight.end](round));
  page.notifyRoundEnded();
  page.setUsable(view.play, false);
  await page.sleep(restAfterFlightMs);
  page.setUsable(view.play, game.phase !== 'busy');
}

function clearOutcome() {
  delete document.body.dataset.end;
  game.canvas.setCrashed(false);
  game.canvas.draw(0, false);
  view.win.classList.remove('has-won');
  page.hidePrize();
  page.showAmount(view.win, 0);
  showMultiplier(100);
}

async function playBet(order) {
  setPhase('busy', 'spinning');
  page.notifyParent('round-started');
  clearOutcome();
  const { status, body: answer } = await page.askUntilDecided(order);
  if (status === 402) return refuse(answer);
  if (status !== 200) return reloadState();
  page.showBalance(answer.balance);
  return answer.round.status === 'flying' ? followFlight(answer.round) : showOutcome(answer);
}

function refuse(answer) {
  page.showBalance(answer.balance);
  showCommitment(answer.commitment);
  setPhase('bet', 'error');
  page.showRefusal(answer);
  page.notifyRoundEnded();
}

/** Another window of this session may have a flight in progress, which this page then follows. */
async function reloadState() {
  const state = await retryUntilAnswered(fetchState, page.showConnectionLost);
  page.showBalance(state.balance);
  showCommitment(state.commitment);
  const { round } = state;
  if (round?.status === 'flying' || round?.status === 'pending')
    return playBet(() => fetchCurrentRound(round));
  setPhase('bet', 'idle');
  page.showMessage(page.texts.ready);
  page.notifyRoundEnded();
}

async function fetchCurrentRound(round) {
  if (round.status === 'flying') return { status: 200, body: { round } };
  return fetchRound(round.spinId);
}

function resetAfterError(isSessionOver) {
  game.flight = undefined;
  setPhase(isSessionOver ? 'busy' : 'bet', 'error');
}

function bet() {
  const order = {
    spinId: page.newSpinId(),
    stake: game.stakes.value(),
    autoCashOut: game.auto.value(),
    commitment: game.commitment,
  };
  sound.start();
  page.showMessage('');
  void page.runGuarded(() => playBet(() => postBet(order)), resetAfterError);
}

function pressPlay() {
  if (!page.isUsable(view.play)) return;
  if (game.phase === 'bet') bet();
  else if (game.phase === 'cash-out') cashOut();
}

async function start() {
  document.body.hidden = false;
  bindSound();
  game.canvas = createFlightCanvas();
  const state = await retryUntilAnswered(fetchState, page.showConnectionLost);
  game.rules = state.rules;
  game.recent = state.recent;
  game.stakes = page.createStepper('stake', state.rules.stakes, (stake) =>
    page.showAmount(page.byTestId('stake'), stake),
  );
  game.stakes.choose(state.round?.stake ?? 1);
  game.auto = page.createStepper('auto', autoSteps, (target) => {
    page.byTestId('auto').dataset.value = String(target);
    page.byTestId('auto').textContent = target === null ? 'Non' : formatMultiplier(target);
  });
  game.auto.choose(state.round?.flight?.autoCashOut ?? null);
  const openRules = page.bindRules(() => drawCrashRules(game.rules, game.commitment, game.recent));
  page.byId('proof').addEventListener('click', openRules);
  view.recent.addEventListener('click', openRules);
  view.play.addEventListener('click', pressPlay);
  page.bindKeys(pressPlay, game.stakes);
  page.bindParentBalance(() => game.phase === 'bet');
  page.showBalance(state.balance);
  showCommitment(state.commitment);
  showRecent();
  const last = state.round;
  if (last?.status === 'flying' || last?.status === 'pending') {
    page.showMessage(page.texts.resumed);
    return playBet(() => fetchCurrentRound(last));
  }
  clearOutcome();
  setPhase('bet', 'idle');
  page.showMessage(`Bonne chance\u00a0! Retour théorique ${page.formatPercent(state.rules.returnToPlayer)}`);
  void page.waitForBalance(() => game.phase === 'bet');
}

void page.runGuarded(start, resetAfterError);
