import { msToReach, reachedAfter } from './multiplier-curve.js';
import { drawCrashRules, formatMultiplier } from './crash-rules.js';
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
  isUsable,
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
import { createSky } from './flight-canvas.js';
import { bindSound, sound } from './sound.js';
import { fetchRound, fetchState, persist, postBet, postCashOut, SessionEndedError } from './api.js';

const balanceAgainMs = 4000;
/** A press meant to cash out that comes as the flight ends, or the second of two, must not stake anew. */
const restAfterFlightMs = 700;
const recentCount = 12;
/** Told in words as the flight passes them, to whoever does not see the number. */
const milestones = [150, 200, 300, 500, 1000, 2500, 5000, 10_000];
const autoSteps = [null, 110, 125, 150, 200, 300, 500, 1000, 2500, 10_000];
const view = {
  play: byTest('bet'),
  win: byTest('win'),
  multiplier: byTest('multiplier'),
  recent: byId('recent'),
};
const game = {
  rules: undefined,
  sky: undefined,
  stakes: undefined,
  auto: undefined,
  commitment: '',
  recent: [],
  /** What pressing the button does: nothing ('busy', 'cashing-out'), a bet, or a cash-out of `flight`. */
  phase: 'busy',
  flight: undefined,
};

const onLost = () => showTrouble(texts.lost);

function setPhase(phase, state) {
  game.phase = phase;
  byId('proof-of').textContent = phase === 'bet' ? 'du prochain vol' : 'de ce vol';
  setUsable(view.play, phase === 'bet' || phase === 'cash-out');
  game.stakes?.lock(phase !== 'bet');
  game.auto?.lock(phase !== 'bet');
  // The amount climbs at each frame: in the button's name, a screen reader would say nothing else all the flight long.
  if (phase === 'cash-out') view.play.innerHTML = 'Encaisser <span aria-hidden="true"></span>';
  else view.play.textContent = phase === 'cashing-out' ? 'Encaissement…' : 'Miser';
  setState(state);
}

function showMultiplier(hundredths) {
  view.multiplier.textContent = formatMultiplier(hundredths);
  view.multiplier.dataset.value = String(hundredths);
}

function showCommitment(commitment) {
  game.commitment = commitment;
  byId('proof').querySelector('code').textContent = `${commitment.slice(0, 12)}…`;
  byId('proof').dataset.commitment = commitment;
}

function showRecent() {
  view.recent.innerHTML = game.recent
    .map(
      ({ flight }) =>
        `<li><button type="button" data-high="${flight.crashPoint >= 200}" aria-label="Vol terminé à ${formatMultiplier(flight.crashPoint)}, voir la preuve">${formatMultiplier(flight.crashPoint)}</button></li>`,
    )
    .join('');
}

/** Paints the climb until `game.flight` is another or none. */
function animate(flight) {
  let lastTick = 0;
  let passed = 0;
  const frame = () => {
    if (game.flight !== flight) return;
    const elapsedMs = performance.now() - flight.startedAt;
    const limit = flight.autoCashOut ?? game.rules.highestMultiplier;
    const shown = Math.min(reachedAfter(elapsedMs), limit);
    game.sky.draw(elapsedMs, true);
    showMultiplier(shown);
    if (game.phase === 'cash-out')
      view.play.lastChild.textContent = formatAmount((flight.stake * shown) / 100);
    const reached = milestones.filter((milestone) => milestone <= shown);
    if (reached.length > passed && document.body.dataset.state === 'flying') {
      passed = reached.length;
      sayFlying(flight, reached.at(-1));
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
 * Repeats `ask` until it gives something, for as long as `flight` is the one on screen: two questions run at once, and the
 * one that the other has overtaken says nothing more.
 */
const persistInFlight = (flight, ask) =>
  persist(
    async () => (game.flight === flight ? ask() : null),
    () => game.flight === flight && onLost(),
  );

/** A phone that slept has stood still: the flight is where the server says it is. Of two words the farther one is the fresher. */
function followServer(flight, { flight: { elapsedMs } }) {
  if (elapsedMs !== null) flight.startedAt = Math.min(flight.startedAt, performance.now() - elapsedMs);
}

/** Waits for the flight's end, however it comes: crash, automatic cash-out, or the player's own. */
async function awaitEnd(flight) {
  const asked = persistInFlight(flight, async () => {
    const { status, body: answer } = await fetchRound(flight.spinId);
    if (status === 404) return answer;
    if (answer.round.status === 'settled') return answer;
    if (game.flight !== flight) return null;
    followServer(flight, answer.round);
    if (answer.round.status === 'pending') showTrouble(texts.operatorSilent);
    else if (document.body.dataset.state === 'error') sayFlying(flight);
    return undefined;
  });
  return Promise.race([asked, flight.cashedOut]);
}

function sayFlying({ autoCashOut }, reached) {
  setState('flying');
  const where = reached === undefined ? 'En vol' : `En vol à ${formatMultiplier(reached)}`;
  if (game.phase === 'cashing-out') say('Encaissement demandé…');
  else
    say(
      autoCashOut === null ? `${where}…` : `${where}, encaissement auto à ${formatMultiplier(autoCashOut)}`,
    );
}

async function fly(round) {
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
  sayFlying(flight);
  animate(flight);
  return settle(await awaitEnd(flight));
}

function cashOut() {
  const { flight } = game;
  setPhase('cashing-out', 'flying');
  sayFlying(flight);
  const ask = persistInFlight(flight, async () => {
    const { status, body: answer } = await postCashOut(flight.spinId);
    if (status === 202 && game.flight === flight) showTrouble(texts.operatorSilent);
    return status === 202 ? undefined : answer;
  });
  ask.then(flight.resolve, flight.reject);
}

const endings = {
  crashed: ({ flight }) => `Écrasé à ${formatMultiplier(flight.crashPoint)}.`,
  'cashed-out': ({ flight, win }) =>
    `Gain de ${formatAmount(win)}\u00a0TND à ${formatMultiplier(flight.cashOut)}\u00a0! (chute à ${formatMultiplier(flight.crashPoint)})`,
  void: () => 'Vol annulé\u00a0: votre mise est rendue.',
};

function cheer(win, cashOut) {
  const size = cashOut >= 500 ? 3 : cashOut >= 200 ? 2 : 1;
  showPrize(win, size);
  sound.win(size);
}

async function settle({ round, balance, commitment }) {
  game.flight = undefined;
  if (!round?.flight) return resynchronise();
  const { flight } = round;
  document.body.dataset.end = flight.end;
  const at = flight.cashOut ?? flight.crashPoint;
  showMultiplier(at);
  game.sky.draw(msToReach(at), true);
  game.sky.setCrashed(flight.end === 'crashed');
  if (flight.end === 'crashed') sound.crash();
  else if (flight.end === 'cashed-out') cheer(round.win, flight.cashOut);
  showAmount(view.win, round.win);
  view.win.classList.toggle('has-won', flight.end === 'cashed-out');
  showBalance(balance);
  showCommitment(commitment);
  game.recent = [round, ...game.recent.filter(({ spinId }) => spinId !== round.spinId)].slice(0, recentCount);
  showRecent();
  setPhase('bet', 'idle');
  say(endings[flight.end](round));
  tellRoundEnded();
  setUsable(view.play, false);
  await pause(restAfterFlightMs);
  setUsable(view.play, game.phase !== 'busy');
}

function clearLast() {
  delete document.body.dataset.end;
  game.sky.setCrashed(false);
  game.sky.draw(0, false);
  view.win.classList.remove('has-won');
  hidePrize();
  showAmount(view.win, 0);
  showMultiplier(100);
}

/** Follows a bet to its take-off, asking again with the same id as long as it takes. */
async function follow(ask) {
  setPhase('busy', 'spinning');
  tellParent('round-started');
  clearLast();
  const { status, body: answer } = await persist(async () => {
    const answer = await ask();
    if (answer.status !== 202) return answer;
    showTrouble(texts.operatorSilent);
    return undefined;
  }, onLost);
  if (status === 402) return refuse(answer);
  if (status !== 200) return resynchronise();
  showBalance(answer.balance);
  return answer.round.status === 'flying' ? fly(answer.round) : settle(answer);
}

function refuse(answer) {
  showBalance(answer.balance);
  showCommitment(answer.commitment);
  setPhase('bet', 'error');
  say(answer.round.refusal === 'INSUFFICIENT_USER_FUNDS' ? texts.noFunds : texts.refused);
  tellRoundEnded();
}

/** Another window of this session may have a flight under way: read where things stand and follow it. */
async function resynchronise() {
  const state = await persist(fetchState, onLost);
  showBalance(state.balance);
  showCommitment(state.commitment);
  const { round } = state;
  if (round?.status === 'flying' || round?.status === 'pending') return follow(() => fetchRoundAtOnce(round));
  setPhase('bet', 'idle');
  say(texts.ready);
  tellRoundEnded();
}

/** A flight already in the air is taken as it stands; one not yet up is asked for. */
async function fetchRoundAtOnce(round) {
  if (round.status === 'flying') return { status: 200, body: { round } };
  return fetchRound(round.spinId);
}

function guard(work) {
  return work().catch((error) => {
    game.flight = undefined;
    const isOver = error instanceof SessionEndedError;
    setPhase(isOver ? 'busy' : 'bet', 'error');
    say(isOver ? texts.ended : texts.fault);
    tellRoundEnded();
    if (!isOver) throw error;
  });
}

function bet() {
  const order = {
    spinId: newSpinId(),
    stake: game.stakes.value(),
    autoCashOut: game.auto.value(),
    commitment: game.commitment,
  };
  sound.start();
  say('');
  void guard(() => follow(() => postBet(order)));
}

function press() {
  if (!isUsable(view.play)) return;
  if (game.phase === 'bet') bet();
  else if (game.phase === 'cash-out') cashOut();
}

/** While the operator is silent the page says so, and looks again until there is a balance to show. */
async function awaitBalance() {
  while (game.phase === 'bet' && byTest('balance').dataset.value === undefined) {
    say(texts.noBalance);
    await pause(balanceAgainMs);
    if (game.phase !== 'bet') return;
    const { balance } = await persist(fetchState, () => undefined);
    showBalance(balance);
    if (typeof balance === 'number' && game.phase === 'bet') say(texts.ready);
  }
}

async function start() {
  startPage();
  bindSound();
  game.sky = createSky();
  const state = await persist(fetchState, onLost);
  game.rules = state.rules;
  game.recent = state.recent;
  game.stakes = createLadder('stake', state.rules.stakes, (stake) => showAmount(byTest('stake'), stake));
  game.stakes.choose(state.round?.stake ?? 1);
  game.auto = createLadder('auto', autoSteps, (target) => {
    byTest('auto').dataset.value = String(target);
    byTest('auto').textContent = target === null ? 'Non' : formatMultiplier(target);
  });
  game.auto.choose(state.round?.flight?.autoCashOut ?? null);
  const openRules = bindRules(() => drawCrashRules(game.rules, game.commitment, game.recent));
  byId('proof').addEventListener('click', openRules);
  view.recent.addEventListener('click', openRules);
  view.play.addEventListener('click', press);
  bindKeys(press, game.stakes);
  followBalance(() => game.phase === 'bet');
  showBalance(state.balance);
  showCommitment(state.commitment);
  showRecent();
  const last = state.round;
  if (last?.status === 'flying' || last?.status === 'pending') {
    say(texts.resumed);
    return follow(() => fetchRoundAtOnce(last));
  }
  clearLast();
  setPhase('bet', 'idle');
  say(`Bonne chance\u00a0! Retour théorique ${formatPercent(state.rules.returnToPlayer)}`);
  void awaitBalance();
}

void guard(start);
