/** What every game's page has: its money, its words, its keys, its dialog, and what it tells the page around it. */
import { fetchState } from './api.js';

const { body } = document;
const prizeMs = 1800;

export const byId = (id) => document.getElementById(id);
export const byTest = (id) => document.querySelector(`[data-testid="${id}"]`);
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const isStill = matchMedia('(prefers-reduced-motion: reduce)');

const twoDecimals = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** What is less than a hundredth is left out, never rounded up: who reads 1,00 has 1 to stake. */
export const formatAmount = (value) => twoDecimals.format(Math.trunc(Math.round(value * 1e6) / 1e4) / 100);
export const formatPercent = (share) =>
  `${new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 }).format(share * 100)}\u00a0%`;

export const texts = {
  lost: 'Connexion perdue, nouvelle tentative…',
  operatorSilent: "L'opérateur tarde à répondre. La mise n'est jamais prise deux fois.",
  noBalance: "Solde indisponible pour l'instant.",
  resumed: 'Reprise de la partie en cours…',
  ready: 'Prêt à jouer.',
  noFunds: 'Solde insuffisant',
  refused: "Mise refusée par l'opérateur.",
  ended: 'Session expirée\u00a0: revenez au catalogue et relancez le jeu.',
  fault: 'Une erreur est survenue. Réessayez.',
};

export function setState(state) {
  body.dataset.state = state;
}

export function say(text) {
  const message = byId('message');
  if (message.textContent !== text) message.textContent = text;
}

export function showAmount(output, value) {
  output.dataset.value = String(value);
  output.innerHTML = `${formatAmount(value)} <small>TND</small>`;
}

export function showBalance(balance) {
  if (typeof balance === 'number') showAmount(byTest('balance'), balance);
}

/** What was won, over the game for a moment; `size` as `sound.win` has it. Until the next round where nothing is to move. */
export function showPrize(amount, size) {
  const prize = byId('prize');
  prize.textContent = `+${formatAmount(amount)}`;
  prize.dataset.size = String(size);
  prize.hidden = false;
  if (!isStill.matches)
    prize.animate(
      [
        { opacity: 0, transform: 'scale(0.5)' },
        { opacity: 1, transform: 'scale(1.1)', offset: 0.12 },
        { opacity: 1, transform: 'none', offset: 0.2 },
        { opacity: 1, transform: 'none', offset: 0.85 },
        { opacity: 0, transform: 'none' },
      ],
      { duration: prizeMs, fill: 'forwards' },
    );
}

export function hidePrize() {
  byId('prize').hidden = true;
}

export function showTrouble(text) {
  setState('error');
  say(text);
}

/** A button that is `disabled` loses the focus of whoever plays by keyboard or ear: these keep it, and do nothing. */
export const setUsable = (button, isUsable) => button.setAttribute('aria-disabled', String(!isUsable));
export const isUsable = (button) => button.getAttribute('aria-disabled') !== 'true';

/** A number of the page's own for each round: known to the server by it, a round is played and charged once. */
export function newSpinId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tells each allowed parent what happened; where the browser names the parent, only that one. */
export function tellParent(what, figures = {}) {
  if (window.parent === window) return;
  const allowed = body.dataset.parents.split(' ');
  const actual = location.ancestorOrigins?.[0];
  const targets = actual === undefined ? allowed : allowed.filter((origin) => origin === actual);
  for (const origin of targets)
    window.parent.postMessage({ type: `palier-demo/${what}`, ...figures }, origin);
}

/** What the player sees has come to rest. A parent that shows this balance already need not ask for it. */
export function tellRoundEnded() {
  tellParent('round-ended');
  tellParent('balance-changed', { balance: Number(byTest('balance').dataset.value) });
}

/**
 * Reads the balance again when the page around the game shows another: an agent has paid, another device plays. What that
 * page says is no more than a reason to ask the operator.
 */
export function followBalance(isIdle) {
  window.addEventListener('message', async ({ source, origin, data }) => {
    const isParent = source === window.parent && body.dataset.parents.split(' ').includes(origin);
    if (!isParent || data?.type !== 'palier/balance-changed' || !isIdle()) return;
    const shownBalance = () => byTest('balance').dataset.value;
    if (data.balance === Number(shownBalance())) return;
    let before, state;
    // Once more when it was overtaken: by a round, or by what another answer said.
    do {
      before = shownBalance();
      state = await fetchState().catch(() => undefined);
      if (state === undefined || !isIdle()) return;
    } while (shownBalance() !== before);
    showBalance(state.balance);
    if (body.dataset.state !== 'error') return;
    setState('idle');
    say(texts.ready);
  });
}

/** A value chosen among steps by two buttons, `${name}-less` and `${name}-more`. Locked until it is unlocked. */
export function createLadder(name, steps, show) {
  const [less, more] = [byId(`${name}-less`), byId(`${name}-more`)];
  let index = 0;
  let isLocked = true;

  function paint() {
    setUsable(less, !isLocked && index > 0);
    setUsable(more, !isLocked && index < steps.length - 1);
  }
  /** Shown at a choice alone: what is written into an output is read aloud, be it what stood there. */
  function goTo(step) {
    index = step;
    paint();
    show(steps[index]);
  }
  function move(step) {
    if (!isLocked && index + step >= 0 && index + step < steps.length) goTo(index + step);
  }
  less.addEventListener('click', () => move(-1));
  more.addEventListener('click', () => move(1));
  return {
    value: () => steps[index],
    move,
    choose: (value) => goTo(Math.max(0, steps.indexOf(value))),
    lock(locked) {
      isLocked = locked;
      paint();
    },
  };
}

/** The rules' dialog; `draw` is asked for its content each time it opens. */
export function bindRules(draw) {
  const dialog = byId('rules');
  const open = async () => {
    dialog.showModal();
    byId('rules-body').innerHTML = await draw();
  };
  byId('rules-open').addEventListener('click', open);
  byId('rules-close').addEventListener('click', () => dialog.close());
  return open;
}

/** Space and Enter play, arrows change the stake. */
export function bindKeys(play, ladder) {
  document.addEventListener('keydown', (event) => {
    if (byId('rules').open || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      ladder.move(step);
    } else if (event.key === ' ' || event.key === 'Enter') {
      // A focused button answers the key itself; a key held down must not play on and on.
      if (event.target.closest?.('button') && !event.repeat) return;
      event.preventDefault();
      if (!event.repeat) play();
    }
  });
}

export function startPage() {
  document.documentElement.style.setProperty('--glow', body.dataset.glow);
  body.hidden = false;
}
