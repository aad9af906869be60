import { http, noContent } from '@palier/shared/http';
import { lost as lostAnswer, refused } from '@palier/shared/testing';
import { runMockServer, serve } from '../../testing/wire';
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

runMockServer();

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
  ])('attempt: the same body is sent again under the same key if %s', async (_, outcome) => {
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 5 }], outcome);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(lostKeys()).toEqual([first]);
  });

  test.each([
    ['the server refuses', refusedWith(400)],
    ['the call succeeds', succeeded],
  ])('attempt: the next one has a new key and nothing is stored if %s', async (_, outcome) => {
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
  ])('attempt: the outcome stays unknown if its retry is refused with %s', async (_, outcome) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1);
    const [first] = await sendForKeys([{ amount: 5 }], lost);
    now.mockReturnValue(2);
    expect(await sendForKeys([{ amount: 5 }], outcome)).toEqual([first]);
    // The server forgets a key some days after its first use.
    expect(lostAttempts(3)).toEqual([expect.objectContaining({ key: first, startedAt: 1 })]);
  });

  test('attempt: it is stored before its answer, because the page may be left before that', async () => {
    const stored = await sendOnce(summary, { amount: 5 }, (headers) =>
      Promise.resolve([storedAttempts(3).map(({ key }) => key), headers['Idempotency-Key']]),
    );
    expect(stored).toEqual([[stored[1]], expect.any(String)]);
  });

  test('attempt: two bodies that are both lost have different keys and stay stored', async () => {
    const [first, second] = await sendForKeys([{ amount: 5 }, { amount: 6 }], lost);
    expect(second).not.toBe(first);
    expect(new Set(lostKeys())).toEqual(new Set([first, second]));
  });

  test('attempt: a lost one that was given up gets a new key; one in flight is not given up', async () => {
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

  test('lost attempts: those of another agent, in flight or of other kinds are left out', async () => {
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

  test('attempt: the storage of a body with a password does not contain the password', async () => {
    await sendForKeys([{ password: 'Secret1234' }], lost);
    expect(storedAttempts(3)).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret1234');
  });

  test('attempt: the same body keeps its key if the browser blocks the storage', async () => {
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
    'attempt: no lost one is shown and the call is sent if the storage holds %s',
    async (invalid) => {
      sessionStorage.setItem('palier.agent.attempt.x', invalid);
      expect(lostAttempts(3)).toEqual([]);
      expect(await sendForKeys([{ amount: 5 }], succeeded)).toHaveLength(1);
    },
  );
});
