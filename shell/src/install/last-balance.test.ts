import { keepBalance, lastBalance } from './last-balance';

const KEPT = { userId: 4, balance: 1_250.5, atMs: 1_000 };

describe('last balance', () => {
  beforeEach(() => {
    localStorage.setItem('isLogged', 'true');
    localStorage.setItem('user', JSON.stringify({ id: 4 }));
    keepBalance(KEPT);
  });
  afterEach(() => localStorage.clear());

  test('last balance: it is read for the user who signed in last', () => {
    expect(lastBalance()).toMatchObject({ balance: 1_250.5, atMs: 1_000 });
  });

  test('last balance: there is none after a sign-out, and none of another user', () => {
    localStorage.setItem('isLogged', 'false');
    expect(lastBalance()).toBeNull();
    localStorage.setItem('isLogged', 'true');
    localStorage.setItem('user', JSON.stringify({ id: 5 }));
    expect(lastBalance()).toBeNull();
    localStorage.removeItem('user');
    expect(lastBalance()).toBeNull();
  });

  test('last balance: a text that is no balance, and a forgotten one, are none', () => {
    localStorage.setItem('palier.last-balance', '{"userId":4,"balance":"x"}');
    expect(lastBalance()).toBeNull();
    localStorage.setItem('palier.last-balance', '{');
    expect(lastBalance()).toBeNull();
    keepBalance(KEPT);
    keepBalance(null);
    expect(lastBalance()).toBeNull();
  });
});
