/** Verifies a finished flight in the browser, from published values only. */
const encoder = new TextEncoder();
const toHex = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmac(secret, message) {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(message)));
}

/** Recomputes the crash point from the secret and the player's number, in hundredths. */
export async function recomputeCrashPoint(secret, playerNumber, { returnToPlayer, highestMultiplier }) {
  const draw = BigInt(`0x${(await hmac(secret, playerNumber)).slice(0, 13)}`);
  const survived = (BigInt(Math.round(returnToPlayer * 100)) * 2n ** 52n) / (draw + 1n);
  return survived >= BigInt(highestMultiplier) ? highestMultiplier : Math.max(100, Number(survived));
}

export async function isFair({ commitment, secret, crashPoint }, playerNumber, rules) {
  const digest = toHex(await crypto.subtle.digest('SHA-256', encoder.encode(secret)));
  return digest === commitment && (await recomputeCrashPoint(secret, playerNumber, rules)) === crashPoint;
}
