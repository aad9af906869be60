import { http, noContent } from '@palier/shared/http';
import { http as network, HttpResponse, type HttpResponseResolver } from 'msw';
import { api, mockWire, wire } from '../../testing/wire';
import { giveUp, lostAttempts, sendOnce } from './attempt';
import { storedAttempts } from './attempt-storage';

const summary = { agentId: 3, kind: 'DEPOSIT', username: 'joueur7', amount: 5 } as const;
const callAnsweredBy = (answer: HttpResponseResolver) => () => {
  wire.use(network.post(api('/transactions'), answer));
  return http.post('/transactions', {}, noContent);
};
const lost = callAnsweredBy(() => HttpResponse.error());
const answered = (status: number) => callAnsweredBy(() => new HttpResponse(null, { status }));

mockWire();

const keysOf = async (bodies: unknown[], outcome: () => Promise<unknown>): Promise<string[]> => {
  const keys: string[] = [];
  for (const body of bodies) {
    await sendOnce(summary, body, (headers) => {
      keys.push(headers['Idempotency-Key'] ?? '');
      return outcome();
    }).catch(() => undefined);
  }
  return keys;
};

describe('sendOnce', () => {
  test('When the answer was lost, then the same body goes again under the same key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], lost);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('When the call is on its way, then the attempt is kept already: the page may be left before the answer', async () => {
    const kept = await sendOnce(summary, { amount: 5 }, (headers) =>
      Promise.resolve([storedAttempts(3).map(({ key }) => key), headers['Idempotency-Key']]),
    );
    expect(kept).toEqual([[kept[1]], expect.any(String)]);
  });

  test('When the server failed with a 503, then the outcome is unknown and the key stays', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], answered(503));
    expect(second).toBe(first);
  });

  test('When the server refused, then the next attempt has a new key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], answered(400));
    expect(second).not.toBe(first);
  });

  test.each([401, 403, 429])(
    'When the answer was lost and the retry is refused with a %d, then the outcome is as unknown as before and the key stays',
    async (status) => {
      const [first] = await keysOf([{ amount: 5 }], lost);
      await keysOf([{ amount: 5 }], answered(status));
      expect(lostAttempts(3).map(({ key }) => key)).toEqual([first]);
    },
  );

  test('When the only answer is a 401, then the key stays: it may stand for an answer that the server itself lost', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], answered(401));
    expect(second).toBe(first);
  });

  test('When the key is said to have served another body, as after a change of the server’s secret, then the outcome is as unknown as before and the key stays', async () => {
    const [first] = await keysOf([{ amount: 5 }], lost);
    const refused = { errors: ['Cette clé a déjà servi.'], code: 'invalid-idempotency' };
    const [second] = await keysOf(
      [{ amount: 5 }],
      callAnsweredBy(() => HttpResponse.json(refused, { status: 422 })),
    );
    expect(second).toBe(first);
    expect(lostAttempts(3).map(({ key }) => key)).toEqual([first]);
  });

  test('When it succeeded, then the next attempt has a new key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], () => Promise.resolve());
    expect(second).not.toBe(first);
    expect(sessionStorage).toHaveLength(0);
  });

  test('When the body differs, then the key differs, and the lost attempt is not forgotten', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 6 }], lost);
    expect(second).not.toBe(first);
    expect(new Set(lostAttempts(3).map(({ key }) => key))).toEqual(new Set([first, second]));
  });

  test('When a lost attempt is given up, then the same body is another attempt, and one in flight cannot be', async () => {
    const [first = ''] = await keysOf([{ amount: 5 }], lost);
    giveUp(first);
    expect(lostAttempts(3)).toEqual([]);
    let second = '';
    const giveUpMeanwhile = (headers: Record<string, string>): Promise<unknown> => {
      second = headers['Idempotency-Key'] ?? '';
      giveUp(second);
      return lost();
    };
    await sendOnce(summary, { amount: 5 }, giveUpMeanwhile).catch(() => undefined);
    expect(second).not.toBe(first);
    expect(lostAttempts(3).map(({ key }) => key)).toEqual([second]);
  });

  test("When attempts are another agent's, or still in flight, then they are not lost", async () => {
    let finish: () => void = () => undefined;
    const sending = sendOnce(summary, {}, () => new Promise<void>((resolve) => (finish = resolve)));
    expect(lostAttempts(3)).toEqual([]);
    finish();
    await sending;
    await keysOf([{}], lost);
    expect(lostAttempts(3)).toHaveLength(1);
    expect(lostAttempts(4)).toEqual([]);
  });

  test('When a body holds a password, then storage never does', async () => {
    await keysOf([{ password: 'Secret1234' }], lost);
    expect(sessionStorage).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret1234');
  });

  test('When the browser refuses its storage, then the same body goes again under the same key all the same', async () => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    const spies = [
      jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse),
      jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse),
    ];
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], lost);
    expect(second).toBe(first);
    expect(lostAttempts(3).map(({ key }) => key)).toEqual([first]);
    await keysOf([{ amount: 5 }], () => Promise.resolve());
    expect(lostAttempts(3)).toEqual([]);
    spies.forEach((spy) => spy.mockRestore());
  });

  test('When crypto.randomUUID is absent, then a key is minted all the same', async () => {
    const original = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const [key] = await keysOf([{ amount: 5 }], () => Promise.resolve());
    if (original === undefined) Reflect.deleteProperty(crypto, 'randomUUID');
    else Object.defineProperty(crypto, 'randomUUID', original);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    '{"key":1',
    'null',
    '[]',
    '{"key":"k","digest":1,"agentId":3,"username":"u","startedAt":1,"amount":"5"}',
  ])(
    'When storage holds %s, then the call goes all the same and nothing is shown as lost',
    async (rubbish) => {
      sessionStorage.setItem('palier.agent.attempt.x', rubbish);
      expect(lostAttempts(3)).toEqual([]);
      expect(await keysOf([{ amount: 5 }], () => Promise.resolve())).toHaveLength(1);
    },
  );
});
