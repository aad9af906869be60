/** The pages' HTTP calls. Each may be repeated: a spin id is played and charged once. */
const base = location.pathname.replace(/\/$/, '');
const timeoutMs = 12_000;

export class SessionEndedError extends Error {}

async function call(path, options = {}) {
  // AbortSignal.timeout is missing in browsers that the games support.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(base + path, { ...options, signal: controller.signal });
    if (response.status === 410) throw new SessionEndedError();
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
    return { status: response.status, body: await response.json() };
  } finally {
    clearTimeout(timer);
  }
}

export const fetchState = async () => (await call('/state')).body;

const post = (path, message) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });

export const postSpin = (spinId, stake) => post('/spin', { stake, spinId });
export const postBet = (bet) => post('/bet', bet);
export const postCashOut = (spinId) => post('/cash-out', { spinId });
export const fetchRound = (spinId) => call(`/round?spinId=${spinId}`);

/** Repeats `ask` with growing pauses until it returns something; calls `onFailure` after each error. */
export async function retryUntilAnswered(ask, onFailure) {
  for (let delayMs = 600; ; delayMs = Math.min(delayMs * 1.7, 5000)) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof SessionEndedError) throw error;
      onFailure();
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
