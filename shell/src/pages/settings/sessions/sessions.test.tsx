import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnSession } from '@palier/shared/contracts';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { MemoryRouter, signInForTest } from '@palier/shared/testing';
import { startWire } from '../../../testing/each-test';
import { HttpResponse, serve } from '../../../testing/wire';
import { Sessions } from './sessions';

startWire();

const LIST = 'GET /auth/sessions';
const END_PHONE = 'POST /auth/sessions/phone/end';

const session = (id: string, overrides: Partial<OwnSession> = {}): OwnSession => ({
  id,
  browser: 'Firefox',
  system: 'Windows',
  startedAt: '2026-03-01T08:00:12.300',
  lastUsedAt: '2026-03-01T14:05:09.120',
  isCurrent: false,
  ...overrides,
});
const HERE = session('here', { isCurrent: true });
const PHONE = session('phone', { browser: 'Safari', system: 'iOS' });
const UNKNOWN = session('unknown', { browser: null, system: null });

/** Mocks a server that lists `sessions` until they are ended. */
function serveSessions(sessions: OwnSession[], lastSignInAt: string | null = null): void {
  let live = sessions;
  serve(LIST, () => ({ sessions: live.map((one) => ({ ...one })), total: live.length, lastSignInAt }));
  serve('POST /auth/sessions/end-others', () => {
    const ended = live.length - 1;
    live = live.filter(({ isCurrent }) => isCurrent);
    return { ended };
  });
  serve(END_PHONE, () => {
    live = live.filter((one) => one !== PHONE);
    return { success: true };
  });
}

function open(): void {
  signInForTest();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Sessions />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const items = (): Promise<HTMLElement[]> => screen.findAllByRole('listitem');
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

it('sessions: each session shows its device and times, and only the others can be ended', async () => {
  serveSessions([HERE, PHONE, UNKNOWN], '2026-02-28T21:40:00.000');
  open();
  const [here, phone, unknown] = await items();
  expect(here).toHaveTextContent('Firefox · Windows Cette session');
  expect(here).toHaveTextContent('Ouverte le 1er mars 2026 à 08:00');
  expect(within(here!).queryByRole('button')).toBeNull();
  expect(phone).toHaveTextContent('Safari · iOS');
  expect(phone).toHaveTextContent('Utilisée vers le 1er mars 2026 à 14:05');
  expect(unknown).toHaveTextContent('Appareil inconnu');
  expect(within(phone!).getByRole('button', { name: 'Terminer' })).toHaveAccessibleDescription(/Safari/);
  expect(screen.getByText(/Dernière connexion.*28\sfévrier\s2026 à 21:40/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Journal' })).toHaveAttribute('href', '/settings/journal');
});

it('sessions: nothing can be ended if there is no other session', async () => {
  serveSessions([HERE]);
  open();
  expect(await items()).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Aucune autre connexion connue, sur 180 jours au plus.')).toBeVisible();
});

it('sessions: a question precedes an end by keyboard, and the heading has the focus afterwards', async () => {
  serveSessions([HERE, PHONE]);
  open();
  await items();
  button('Terminer').focus();
  await userEvent.keyboard('{Enter}');
  expect(button('Confirmer')).toHaveFocus();
  expect(screen.getByRole('group', { name: /Terminer la session Safari · iOS\s\?/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Session terminée.')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByRole('heading', { name: 'Sessions' })).toHaveFocus();
});

it('sessions: holding Enter down does not answer the question', async () => {
  serveSessions([HERE, PHONE]);
  open();
  await items();
  await userEvent.click(button('Terminer'));
  // `fireEvent` returns false when the default action, here the press, is prevented.
  expect(fireEvent.keyDown(button('Confirmer'), { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button('Confirmer'), { key: 'Enter' })).toBe(true);
});

it('sessions: Escape cancels the question, the session stays and the focus returns', async () => {
  serveSessions([HERE, PHONE]);
  open();
  await items();
  await userEvent.click(button('Terminer'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('group')).toBeNull();
  expect(button('Terminer')).toHaveFocus();
});

it('sessions: the current one stays when all the others are ended, and their number shows', async () => {
  serveSessions([HERE, PHONE, UNKNOWN]);
  open();
  await items();
  await userEvent.click(button('Terminer toutes les autres sessions'));
  expect(screen.getByRole('group', { name: /Terminer les 2 autres sessions/ })).toBeVisible();
  await userEvent.click(button('Confirmer'));
  expect(await screen.findByText('2 sessions terminées.')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Terminer toutes les autres sessions' })).toBeNull();
});

it('sessions: pressing Confirmer twice sends one call', async () => {
  serveSessions([HERE, PHONE]);
  const calls = serve(END_PHONE, { success: true });
  open();
  await items();
  await userEvent.click(button('Terminer'));
  await userEvent.dblClick(button('Confirmer'));
  await screen.findByText('Session terminée.');
  expect(calls).toHaveLength(1);
});

it.each([
  [{ errors: ['Session introuvable.'], code: 'not-found' }, 404, 'Session introuvable.'],
  [{}, 500, "La session n'a pas pu être terminée. Veuillez réessayer."],
])(
  'sessions: after the answer %j, its text shows and the button has the focus',
  async (body, status, text) => {
    serveSessions([HERE, PHONE]);
    serve(END_PHONE, () => HttpResponse.json(body, { status }));
    open();
    await items();
    await userEvent.click(button('Terminer'));
    await userEvent.click(button('Confirmer'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(button('Terminer')).toHaveFocus());
  },
);

it('sessions: sessions above the length of the list are counted', async () => {
  serve(LIST, { sessions: [{ ...HERE }, { ...PHONE }], total: 9, lastSignInAt: null });
  open();
  expect(await screen.findByText('Et 7 autres, plus anciennes.')).toBeVisible();
  await userEvent.click(button('Terminer toutes les autres sessions'));
  expect(screen.getByRole('group', { name: /Terminer les 8 autres sessions/ })).toBeVisible();
});

it('sessions: the end of another one asks for the password, or a code where there is a factor', async () => {
  serveSessions([HERE, PHONE]);
  let isProved = false;
  serve('GET /auth/factors', {
    isOffered: true,
    arePasskeysOffered: false,
    passkeys: [],
    reset: null,
    appAddedAt: null,
    recoveryCodesLeft: 0,
  });
  const proofs = serve('POST /auth/proof', () => {
    isProved = true;
    return { success: true };
  });
  const ends = serve(END_PHONE, () =>
    isProved
      ? { success: true }
      : HttpResponse.json({ errors: ['Refusé.'], code: 'proof-required', field: 'proof' }, { status: 409 }),
  );
  open();
  await items();
  await userEvent.click(button('Terminer'));
  await userEvent.click(button('Confirmer'));
  const box = await screen.findByRole('dialog', { name: "Confirmez que c'est vous" });
  await userEvent.type(within(box).getByLabelText('Mot de passe'), 'Client1234{Enter}');
  expect(await screen.findByText('Session terminée.')).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'Client1234' }]);
  expect(ends).toHaveLength(2);
});
