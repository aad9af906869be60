import { http, noContent } from '@palier/shared/http';
import { lost as lostAnswer, refused } from '@palier/shared/testing';
import { mockWire, serve } from '../../testing/wire';
import { giveUp, lostAttempts, sendOnce } from './attempt';
import { storedAttempts } from './attempt-storage';

const summary = { agentId: 3, kind: 'DEPOSIT', username: 'joueur7', amount: 5 } as const;

type Outcome = () => Promise<unknown>;
const answeredBy = (answer: () => Response): Outcome => {
  return () => {
    serve('POST /transactions', answer);
    return http.post('/transactions', {}, noContent);
  };
};
const lost = answeredBy(lostAnswer);
const refusedWith = (status: number): Outcome => answeredBy(() => refused(status));
const succeeded: Outcome = () => Promise.resolve();

mockWire();

/** Sends the bodies one after the other and returns their keys. */
async function sendForKeys(bodies: unknown[], outcome: Outcome): Promise<string[]> {
  const keys: string[] = [];
  for (const body of bodies) {
    await sendOnce(summary, body, (headers) => {
      keys.push(headers['Idempotency-Key'] ?? '');
      return outcome();
    }).catch(() => undefined);
  }
  return keys;
}

const lostKeys = (): string[] => lostAttempts(3).map(({ key }) => key);

describe('attempt', () => {
  test.each([
    ['the answer is lost', lost],
    ['the server fails with 503', refusedWith(503)],
    ['the first answer is a 401, which may stand for an answer that the server lost', refusedWith(401)],
  ])('%s: the same body is sent again under the same key', async (_, outcome) => {
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 5 }], outcome);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(lostKeys()).toEqual([first]);
  });

  test.each([
    ['the server refuses', refusedWith(400)],
    ['the call succeeds', succeeded],
  ])('%s: the next attempt has a new key and nothing is stored', async (_, outcome) => {
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 5 }], outcome);
    expect(second).not.toBe(first);
    expect(storedAttempts(3)).toEqual([]);
  });

  test.each([
    ['401', refusedWith(401)],
    ['403', refusedWith(403)],
    ['429', refusedWith(429)],
    [
      'a key served for another body, as after a change of the server’s secret',
      answeredBy(() => refused(422, { errors: ['Cette clé a déjà servi.'], code: 'invalid-idempotency' })),
    ],
  ])('retry of a lost attempt: refused with %s, the outcome stays unknown', async (_, outcome) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1);
    const [first] = await sendForKeys([{ amount: 5 }], lost);
    now.mockReturnValue(2);
    expect(await sendForKeys([{ amount: 5 }], outcome)).toEqual([first]);
    // The server forgets a key some days after its first use.
    expect(lostAttempts(3)).toEqual([expect.objectContaining({ key: first, startedAt: 1 })]);
  });

  test('call in flight: the attempt is stored already, because the page may be left before the answer', async () => {
    const stored = await sendOnce(summary, { amount: 5 }, (headers) =>
      Promise.resolve([storedAttempts(3).map(({ key }) => key), headers['Idempotency-Key']]),
    );
    expect(stored).toEqual([[stored[1]], expect.any(String)]);
  });

  test('two bodies: both are lost, they have different keys and both stay stored', async () => {
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 6 }], lost);
    expect(second).not.toBe(first);
    expect(new Set(lostKeys())).toEqual(new Set([first, second]));
  });

  test('lost attempt: it is given up, the same body is a new attempt; one in flight cannot be given up', async () => {
    const [first = ''] = await sendForKeys([{ amount: 5 }], lost);
    giveUp(first);
    expect(lostKeys()).toEqual([]);
    let second = '';
    await sendOnce(summary, { amount: 5 }, (headers) => {
      second = headers['Idempotency-Key'] ?? '';
      giveUp(second);
      return lost();
    }).catch(() => undefined);
    expect(second).not.toBe(first);
    expect(lostKeys()).toEqual([second]);
  });

  test('lost attempts: those of another agent, those in flight and other stored values are left out', async () => {
    let finish: () => void = () => undefined;
    const sending = sendOnce(summary, {}, () => new Promise<void>((resolve) => (finish = resolve)));
    expect(lostAttempts(3)).toEqual([]);
    finish();
    await sending;
    await sendForKeys([{}], lost);
    expect(lostAttempts(3)).toHaveLength(1);
    expect(lostAttempts(4)).toEqual([]);
    sessionStorage.setItem('other', JSON.stringify({ agentId: 4 }));
    expect(lostAttempts(4)).toEqual([]);
  });

  test('body with a password: the attempt is stored, storage does not contain the password', async () => {
    await sendForKeys([{ password: 'Secret1234' }], lost);
    expect(storedAttempts(3)).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret1234');
  });

  test('storage blocked by the browser: the same body is still sent under the same key', async () => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    const spy = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 5 }], lost);
    expect(second).toBe(first);
    expect(lostKeys()).toEqual([first]);
    await sendForKeys([{ amount: 5 }], succeeded);
    expect(lostKeys()).toEqual([]);
    spy.mockRestore();
  });

  test.each(['{"key":1', 'null', '[]'])(
    'storage holds %s: no attempt is shown as lost and the call is sent',
    async (invalid) => {
      sessionStorage.setItem('palier.agent.attempt.x', invalid);
      expect(lostAttempts(3)).toEqual([]);
      expect(await sendForKeys([{ amount: 5 }], succeeded)).toHaveLength(1);
    },
  );
});
