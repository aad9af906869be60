import { AxiosError, AxiosHeaders } from 'axios';
import { sendOnce } from './attempt';

const answered = (status: number) =>
  new AxiosError('refused', 'ERR', undefined, undefined, {
    status,
    statusText: '',
    data: {},
    headers: {},
    config: { headers: new AxiosHeaders() },
  });

const keysOf = async (bodies: unknown[], outcome: () => Promise<unknown>): Promise<string[]> => {
  const keys: string[] = [];
  for (const body of bodies) {
    await sendOnce('test', body, (headers) => {
      keys.push(headers['Idempotency-Key'] ?? '');
      return outcome();
    }).catch(() => undefined);
  }
  return keys;
};

describe('sendOnce', () => {
  beforeEach(() => sessionStorage.clear());

  test('When the answer was lost, then the same body goes again under the same key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], () =>
      Promise.reject(new AxiosError('Network Error')),
    );
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('When the server failed with a 503, then the outcome is unknown and the key stays', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], () => Promise.reject(answered(503)));
    expect(second).toBe(first);
  });

  test('When the server refused, then the next attempt has a new key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], () => Promise.reject(answered(400)));
    expect(second).not.toBe(first);
  });

  test('When it succeeded, then the next attempt has a new key', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 5 }], () => Promise.resolve());
    expect(second).not.toBe(first);
    expect(sessionStorage).toHaveLength(0);
  });

  test('When the body differs, then the key differs even after a lost answer', async () => {
    const [first, second] = await keysOf([{ amount: 5 }, { amount: 6 }], () =>
      Promise.reject(new AxiosError('Network Error')),
    );
    expect(second).not.toBe(first);
  });

  test('When a body holds a password, then storage never does', async () => {
    await keysOf([{ password: 'Secret1234' }], () => Promise.reject(new AxiosError('Network Error')));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret1234');
  });

  test('When crypto.randomUUID is absent, then a key is minted all the same', async () => {
    const original = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const [key] = await keysOf([{ amount: 5 }], () => Promise.resolve());
    if (original === undefined) Reflect.deleteProperty(crypto, 'randomUUID');
    else Object.defineProperty(crypto, 'randomUUID', original);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('When storage holds rubbish, then the call goes all the same', async () => {
    sessionStorage.setItem('palier.agent.attempt.test', '{"key":1');
    expect(await keysOf([{ amount: 5 }], () => Promise.resolve())).toHaveLength(1);
  });
});
