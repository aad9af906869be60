/**
 * Shared by the pages of both games: amounts, messages, keys, the rules dialog and messages to the parent
 * page.
 */
import { fetchState, retryUntilAnswered, SessionEndedError } from './api.js';
import { html, show } from './markup.js';

const { body } = document;
const prizeMs = 1800;
const balanceRetryMs = 4000;

export const byId = (id) => document.getElementById(id);
export const byTestId = (id) => document.querySelector(`[data-testid="${id}"]`);
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

const twoDecimals = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Truncates to hundredths: a balance rounded up would promise a stake that the player cannot pay. */
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

export function showMessage(text) {
  const message = byId('message');
  if (message.textContent !== text) message.textContent = text;
}

export function showAmount(output, value) {
  output.dataset.value = String(value);
  show(output, html`${formatAmount(value)} <small>TND</small>`);
}

export function showBalance(balance) {
  if (typeof balance === 'number') showAmount(byTestId('balance'), balance);
}

/**
 * Shows a win over the game for a moment, or until the next round under reduced motion. `size` is that of
 * `sound.win`.
 */
export function showPrize(amount, size) {
  const prize = byId('prize');
  prize.textContent = `+${formatAmount(amount)}`;
  prize.dataset.size = String(size);
  prize.hidden = false;
  if (!prefersReducedMotion.matches)
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

export function showProblem(text) {
  setState('error');
  showMessage(text);
}

/** `aria-disabled`, because a `disabled` button would lose the keyboard focus. */
export const setUsable = (button, isUsable) => button.setAttribute('aria-disabled', String(!isUsable));
export const isUsable = (button) => button.getAttribute('aria-disabled') !== 'true';

/** The round's idempotency key: the server plays and charges a spin id once. */
export function newSpinId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function notifyParent(event, data = {}) {
  if (window.parent === window) return;
  const allowed = body.dataset.parents.split(' ');
  const actual = location.ancestorOrigins?.[0];
  const targets = actual === undefined ? allowed : allowed.filter((origin) => origin === actual);
  for (const origin of targets) window.parent.postMessage({ type: `palier-demo/${event}`, ...data }, origin);
}

export function notifyRoundEnded() {
  notifyParent('round-ended');
  notifyParent('balance-changed', { balance: Number(byTestId('balance').dataset.value) });
}

/**
 * Reads the balance from the operator when the parent page reports another one than is shown, e.g. after a
 * payment by an agent or a round on another device. The reported figure itself is not displayed.
 */
export function bindParentBalance(isIdle) {
  window.addEventListener('message', async ({ source, origin, data }) => {
    const isParent = source === window.parent && body.dataset.parents.split(' ').includes(origin);
    if (!isParent || data?.type !== 'palier/balance-changed' || !isIdle()) return;
    const shownBalance = () => byTestId('balance').dataset.value;
    if (data.balance === Number(shownBalance())) return;
    let before, state;
    // Another answer may have changed the displayed balance while this one was on its way.
    do {
      before = shownBalance();
      state = await fetchState().catch(() => undefined);
      if (state === undefined || !isIdle()) return;
    } while (shownBalance() !== before);
    showBalance(state.balance);
    if (body.dataset.state !== 'error') return;
    setState('idle');
    showMessage(texts.ready);
  });
}

/** A value chosen among steps by the buttons `${name}-less` and `${name}-more`. Locked at first. */
export function createStepper(name, steps, show) {
  const [less, more] = [byId(`${name}-less`), byId(`${name}-more`)];
  let index = 0;
  let isLocked = true;

  function paint() {
    setUsable(less, !isLocked && index > 0);
    setUsable(more, !isLocked && index < steps.length - 1);
  }
  /**
   * Writes the output only on a change of value: screen readers announce every write, even of the same text.
   */
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

/** Binds the rules dialog; `draw` makes its markup each time it opens. */
export function bindRules(draw) {
  const dialog = byId('rules');
  const open = async () => {
    dialog.showModal();
    show(byId('rules-body'), await draw());
  };
  byId('rules-open').addEventListener('click', open);
  byId('rules-close').addEventListener('click', () => dialog.close());
  return open;
}

/** Space and Enter play, arrows change the stake. */
export function bindKeys(play, stakes) {
  document.addEventListener('keydown', (event) => {
    if (byId('rules').open || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stakes.move(step);
    } else if (event.key === ' ' || event.key === 'Enter') {
      // A focused button handles the key itself; a held key must not start round after round.
      if (event.target.closest?.('button') && !event.repeat) return;
      event.preventDefault();
      if (!event.repeat) play();
    }
  });
}

export const showConnectionLost = () => showProblem(texts.lost);

/** Repeats an order with the same spin id until the operator has decided; 202 means that it has not. */
export const askUntilDecided = (order) =>
  retryUntilAnswered(async () => {
    const answer = await order();
    if (answer.status !== 202) return answer;
    showProblem(texts.operatorSilent);
    return undefined;
  }, showConnectionLost);

export function showRefusal({ round }) {
  showMessage(round.refusal === 'INSUFFICIENT_USER_FUNDS' ? texts.noFunds : texts.refused);
}

/** Asks for a missing balance again and again while no round is open. */
export async function waitForBalance(isIdle) {
  while (isIdle() && byTestId('balance').dataset.value === undefined) {
    showMessage(texts.noBalance);
    await sleep(balanceRetryMs);
    if (!isIdle()) return;
    const { balance } = await retryUntilAnswered(fetchState, () => undefined);
    showBalance(balance);
    if (typeof balance === 'number' && isIdle()) showMessage(texts.ready);
  }
}

/**
 * Runs a step of the game. When the step throws, calls `resetAfterError(isSessionOver)` and shows the player
 * a message. Rethrows every error except the end of the session.
 */
export async function runGuarded(step, resetAfterError) {
  try {
    await step();
  } catch (error) {
    const isSessionOver = error instanceof SessionEndedError;
    resetAfterError(isSessionOver);
    showMessage(isSessionOver ? texts.ended : texts.fault);
    notifyRoundEnded();
    if (!isSessionOver) throw error;
  }
}
