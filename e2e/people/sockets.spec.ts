import { expect, test, type APIRequestContext } from '@playwright/test';
import { freshName, headerBalance, people, signIn, type Person } from '../support/people';
import { signedInPages } from '../support/signed-in-pages';

/** Signs in by the API; what it answers calls as that person. */
async function agent(request: APIRequestContext, person: Person) {
  const login = await request.post('/api/v1/auth/login', { data: person });
  const { accessToken } = (await login.json()) as { accessToken: string };
  return async (path: string, data: object): Promise<void> => {
    const answer = await request.post(`/api/v1${path}`, {
      data,
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(answer.status(), path).toBe(200);
  };
}

/** A new client of the seeded admin, with 10 TND. */
async function newClient(request: APIRequestContext): Promise<Person> {
  const person = { username: freshName('socket'), password: 'Enfant1234' };
  await (
    await agent(request, people.admin)
  )('/auth/admin/register-client', { ...person, balance: 10 });
  return person;
}

for (const { name, hasWebSocket } of [
  { name: 'WebSocket', hasWebSocket: true },
  { name: 'no WebSocket', hasWebSocket: false },
])
  test(`When a browser with ${name} shows the catalogue, then money that an agent gives shows by itself`, async ({
    page,
    request,
  }) => {
    const person = await newClient(request);
    if (!hasWebSocket)
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'WebSocket');
      });
    const transport = hasWebSocket
      ? page.waitForEvent('websocket')
      : page.waitForRequest(/\/ws-jackpot\/.*\/xhr_streaming/);
    await signIn(page, person);
    await transport;
    const subscribed = hasWebSocket ? null : page.waitForResponse(/\/xhr_send/);
    await subscribed;
    // Until the subscription stands, a deposit may pass unheard: so one after another, until one is shown.
    const give = await agent(request, people.admin);
    let given = 10;
    await expect
      .poll(
        async () => {
          await give('/transactions', { receiverUsername: person.username, amount: 5, type: 'DEPOSIT' });
          given += 5;
          await page.waitForTimeout(300);
          return headerBalance(page);
        },
        { intervals: [100], timeout: 20_000 },
      )
      .toBeGreaterThan(10);
    await expect.poll(() => headerBalance(page)).toBe(given);
  });

test('When money is given before the socket stands, then it shows as soon as it does', async ({
  page,
  request,
}) => {
  const person = await newClient(request);
  let giveWay = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    giveWay = resolve;
  });
  await page.route('**/ws-jackpot/info*', async (route) => {
    await given;
    await route.continue();
  });
  const asked = page.waitForRequest('**/ws-jackpot/info*');
  await signIn(page, person);
  await asked;
  const give = await agent(request, people.admin);
  await give('/transactions', { receiverUsername: person.username, amount: 5, type: 'DEPOSIT' });
  giveWay();
  await expect.poll(() => headerBalance(page)).toBe(15);
});

test('When the session of an open socket is ended elsewhere, then /login opens instead of a line that is tried for ever', async ({
  page,
  request,
}) => {
  const person = await newClient(request);
  const connected = page.waitForEvent('websocket');
  await signIn(page, person);
  await connected;
  const [token, renewal] = await page.evaluate(() =>
    ['token', 'refreshToken'].map((name) => sessionStorage.getItem(name)),
  );
  const answer = await request.post('/api/v1/auth/logout', {
    data: { refreshToken: renewal },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.ok()).toBe(true);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
});

test('When an agent is signed in, then no screen opens a socket; a client has one by then', async ({
  browser,
  request,
}) => {
  const HOME = ['/home', 'Casino Games'] as const;
  const ADMIN = ['/admin', 'Trier la page'] as const;
  const socketsOf = async (person: Person, screens: readonly (readonly [string, string])[]) => {
    const page = await (await signedInPages(request, person))(browser);
    const opened: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/ws-jackpot')) opened.push(sent.url());
    });
    page.on('websocket', (socket) => opened.push(socket.url()));
    for (const [path, shows] of screens) {
      await page.goto(path);
      await expect(page.getByText(shows).first()).toBeVisible();
      if (person === people.client) await expect.poll(() => opened).not.toEqual([]);
      // As long as the page waits for a quiet moment, and then some.
      else await page.waitForTimeout(4_000);
    }
    await page.context().close();
    return opened;
  };
  const [ofClient, ...ofAgents] = await Promise.all([
    socketsOf(people.client, [HOME]),
    ...[people.admin, people.superadmin, people.capo].map((person) => socketsOf(person, [HOME, ADMIN])),
  ]);
  expect(ofClient).not.toEqual([]);
  expect(ofAgents).toEqual([[], [], []]);
});

test("When the socket's code cannot be fetched, then it is asked for again by itself", async ({
  page,
  request,
}) => {
  const person = await newClient(request);
  let isCut = true;
  const cut: string[] = [];
  await page.route(/\/casino\/.*\.js$/, async (route) => {
    const url = route.request().url();
    if (!isCut || /\/(remoteEntry|routes)\./.test(url)) return route.continue();
    cut.push(url);
    return route.abort();
  });
  await signIn(page, person);
  await expect.poll(() => cut.length).toBeGreaterThan(0);
  const connected = page.waitForEvent('websocket', { timeout: 20_000 });
  isCut = false;
  await connected;
});

test('When nobody looks at the page for long, then its heart-beats go on and the line is kept', async ({
  page,
  request,
}) => {
  const person = await newClient(request);
  // As a browser does to a page that has been hidden for five minutes.
  await page.addInitScript(() => {
    const start = window.setInterval;
    window.setInterval = ((work: () => void, ms = 0) =>
      start(work, Math.max(ms, 60_000))) as typeof window.setInterval;
  });
  const opened = page.waitForEvent('websocket');
  await signIn(page, person);
  const socket = await opened;
  let beats = 0;
  socket.on('framesent', ({ payload }) => {
    if (payload === JSON.stringify(['\n'])) beats += 1;
  });
  // The server gives a silent line up after 8 s.
  await page.waitForTimeout(12_000);
  expect(beats).toBeGreaterThanOrEqual(2);
  expect(socket.isClosed()).toBe(false);
});
