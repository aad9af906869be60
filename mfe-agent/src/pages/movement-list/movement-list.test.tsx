import type { NamedAccount } from '@palier/shared/contracts/named-accounts';
import { createHold, lost, recordEvents, refused, renderRoutes } from '@palier/shared/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { account, runMockServer, serve } from '../../testing/wire';

runMockServer();

const NAMED = 'POST /user/sub-accounts/named';
const TRANSFER = 'POST /transactions';
const ATTEMPT = 'POST /transactions/attempts/:key';
const LIMIT = { timeout: 30_000 };

interface Sent {
  readonly receiverUsername: string;
  readonly amount: number;
  readonly type: string;
}

const PLAYERS = Array.from({ length: 6 }, (_, index) => account(index + 1));

/** Answers with the accounts of the asked names. */
function serveNamed(players: readonly NamedAccount[] = PLAYERS) {
  return serve(NAMED, async (request) => {
    const { usernames } = (await request.json()) as { usernames: string[] };
    const find = (name: string) => players.find(({ username }) => username === name.toLowerCase()) ?? null;
    return { ownBalance: 1_000, accounts: usernames.map(find) };
  });
}

/** Moves money once for each key. `fail` may answer in its place, after the movement or before. */
function serveLedger(fail: (call: Sent, count: number) => Response | 'lost-after' | null = () => null) {
  const moved = new Map<string, Sent>();
  let balance = 1_000;
  let count = 0;
  const calls = serve(TRANSFER, async (request) => {
    const sent = (await request.json()) as Sent;
    const key = request.headers.get('Idempotency-Key')!;
    count += 1;
    const failure = fail(sent, count);
    if (failure instanceof Response) return failure;
    if (!moved.has(key)) balance -= sent.amount;
    moved.set(key, sent);
    if (failure === 'lost-after') return lost();
    return { agentNewBalance: balance, transactionId: [...moved.keys()].indexOf(key) + 100 };
  });
  return {
    calls,
    moved: () => [...moved.values()].map(({ receiverUsername, amount }) => [receiverUsername, amount]),
  };
}

const open = () => renderRoutes(routes, '/admin/movement-list');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function paste(text: string): Promise<void> {
  await userEvent.click(await screen.findByLabelText('Liste à coller', {}, LIMIT));
  await userEvent.paste(text);
  await press('Vérifier la liste');
}

const heading = (name: string) => screen.findByRole('heading', { name }, LIMIT);
const resultsOf = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
const amounts = (text: string | null | undefined) => text?.replace(/\s/g, ' ');

describe('list of movements', () => {
  test('movement list: it shows what one press sends, and sends it in order', async () => {
    const named = serveNamed();
    const ledger = serveLedger();
    const balances = recordEvents('balance/changed');
    open();
    await paste('Nom\tMontant\r\njoueur1\t50\r\nJoueur2\t20\r\ninconnu\t5\r\njoueur1\t1,5\r\n\r\n');
    await heading('Liste vérifiée');
    expect(named.map(({ body }) => body)).toEqual([{ usernames: ['joueur1', 'Joueur2', 'inconnu'] }]);
    expect(screen.getByText(/Ligne de titre, ignorée/)).toBeVisible();
    expect(amounts(screen.getByText(/en tout/).textContent)).toBe(
      '2 ajouts, 70,00 DT en tout. 2 lignes ne seront pas envoyées.',
    );
    const [, first, second] = screen.getAllByRole('row');
    expect(amounts(first?.textContent)).toContain('500,00 → devient550,001 000,00 → devient950,00');
    expect(amounts(second?.textContent)).toContain('950,00 → devient930,00');
    expect(ledger.calls).toHaveLength(0);

    await press(/^Envoyer 2.ajouts$/);
    expect(await heading('Liste terminée')).toHaveFocus();
    expect(ledger.calls.map(({ body }) => body)).toEqual([
      { receiverUsername: 'joueur1', amount: 50, type: 'DEPOSIT' },
      { receiverUsername: 'joueur2', amount: 20, type: 'DEPOSIT' },
    ]);
    expect(new Set(ledger.calls.map(({ key }) => key)).size).toBe(2);
    expect(balances.at(-1)).toEqual({ balance: 930 });
    expect(amounts(screen.getByText(/en tout/).closest('p')?.textContent)).toBe(
      '2 ajouts effectués, 70,00 DT en tout. 2 lignes non envoyées.',
    );
    expect(resultsOf()).toEqual([
      'EffectuéReçu 100',
      'EffectuéReçu 101',
      "Non envoyéAucun de vos sous-comptes directs n'a ce nom.",
      'Non envoyéLe montant doit être un nombre valide.',
    ]);
  });

  test('movement list: equal lines for one account are two movements, each with its key', async () => {
    serveNamed();
    const ledger = serveLedger();
    open();
    await paste('joueur1 10\njoueur1 10');
    expect(await screen.findByText('Même compte que la ligne 1.')).toBeVisible();
    await press(/^Envoyer/);
    await heading('Liste terminée');
    expect(ledger.moved()).toEqual([
      ['joueur1', 10],
      ['joueur1', 10],
    ]);
  });

  test('movement list: a refused line is named, and the lines after it are sent', async () => {
    serveNamed();
    const ledger = serveLedger(({ receiverUsername }) =>
      receiverUsername === 'joueur2' ? refused(400, { errors: ['Refusé par le serveur.'] }) : null,
    );
    open();
    await paste('joueur1 1\njoueur2 2\njoueur3 3');
    await press(/^Envoyer/);
    await heading('Liste terminée');
    expect(resultsOf()).toEqual(['EffectuéReçu 100', 'RefuséRefusé par le serveur.', 'EffectuéReçu 101']);
    expect(ledger.moved()).toHaveLength(2);
    expect(amounts(screen.getByText(/en tout/).closest('p')?.textContent)).toContain('1 ligne refusée.');
  });

  test.each(['lost-after', 'lost-before'] as const)(
    'movement list, connection %s a line: the page says which lines moved, and the rest moves once',
    async (when) => {
      serveNamed();
      let isDown = true;
      const ledger = serveLedger((_sent, count) => {
        if (!isDown || count < 3) return null;
        return when === 'lost-after' ? 'lost-after' : lost();
      });
      open();
      await paste('joueur1 1\njoueur2 2\njoueur3 3\njoueur4 4');
      await press(/^Envoyer/);
      await heading('Envoi interrompu');
      expect(resultsOf()).toEqual(['EffectuéReçu 100', 'EffectuéReçu 101', 'Résultat inconnu', 'En attente']);
      expect(screen.getByRole('alert')).toHaveTextContent('La connexion est perdue.');
      expect(screen.getByRole('progressbar')).toHaveAttribute('value', '2');
      isDown = false;
      act(() => void window.dispatchEvent(new Event('online')));
      await heading('Liste terminée');
      expect(ledger.moved()).toEqual([
        ['joueur1', 1],
        ['joueur2', 2],
        ['joueur3', 3],
        ['joueur4', 4],
      ]);
      const [, , third, again] = ledger.calls;
      expect([again?.key, again?.body]).toEqual([third?.key, third?.body]);
    },
  );

  test('movement list: after a reload the list goes on where it was, with the same key', async () => {
    serveNamed();
    let isDown = true;
    const ledger = serveLedger((_sent, count) => (isDown && count >= 2 ? 'lost-after' : null));
    open();
    await paste('joueur1 1\njoueur2 2\ninconnu 9');
    await press(/^Envoyer/);
    await heading('Envoi interrompu');
    cleanup();
    isDown = false;
    open();
    await heading('Envoi interrompu');
    expect(resultsOf()).toEqual([
      'EffectuéReçu 100',
      'Résultat inconnu',
      "Non envoyéAucun de vos sous-comptes directs n'a ce nom.",
    ]);
    await press('Continuer');
    await heading('Liste terminée');
    expect(ledger.moved()).toEqual([
      ['joueur1', 1],
      ['joueur2', 2],
    ]);
    expect(ledger.calls[1]?.key).toBe(ledger.calls[2]?.key);
    await press('Nouvelle liste des lignes non effectuées');
    expect(await screen.findByLabelText('Liste à coller')).toHaveValue('inconnu\t9');
    cleanup();
    open();
    expect(await screen.findByLabelText('Liste à coller')).toHaveValue('');
  });

  test('movement list: stopping asks the server what became of the line without an answer', async () => {
    serveNamed();
    const ledger = serveLedger((_sent, count) => (count === 2 ? 'lost-after' : null));
    const asked = serve(ATTEMPT, { wasCarriedOut: true });
    open();
    await paste('joueur1 1\njoueur2 2\njoueur3 3');
    await press(/^Envoyer/);
    await heading('Envoi interrompu');
    await press('Arrêter là');
    await press('Confirmer');
    await heading('Liste terminée');
    expect(asked).toHaveLength(1);
    expect(resultsOf()).toEqual(['EffectuéReçu 100', 'Effectué', 'Non envoyé']);
    expect(ledger.calls).toHaveLength(2);
  });

  test('movement list: it waits as long as a busy server asks, and sends the same line again', async () => {
    serveNamed();
    const busy = new Response('{}', { status: 429, headers: { 'Retry-After': '1' } });
    const ledger = serveLedger((_sent, count) => (count === 1 ? busy : null));
    open();
    await paste('joueur1 1\njoueur2 2');
    await press(/^Envoyer/);
    await heading('Liste terminée');
    expect(ledger.calls).toHaveLength(3);
    expect(ledger.calls[0]?.key).toBe(ledger.calls[1]?.key);
    expect(ledger.moved()).toHaveLength(2);
  });

  test('movement list: a missing proof is asked for once, and giving none stops the list', async () => {
    serveNamed();
    let isProved = false;
    const ledger = serveLedger(() =>
      isProved ? null : refused(409, { code: 'proof-required', errors: ['Confirmez.'], field: 'proof' }),
    );
    open();
    await paste('joueur1 1\njoueur2 2');
    await press(/^Envoyer/);
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }, LIMIT));
    await heading('Envoi interrompu');
    expect(resultsOf()).toEqual(['En attente', 'En attente']);
    isProved = true;
    await press('Continuer');
    await heading('Liste terminée');
    expect(ledger.moved()).toHaveLength(2);
  });

  test('movement list: a pause stops after the line that is being sent', async () => {
    serveNamed();
    const hold = createHold();
    serve(TRANSFER, async () => {
      await hold.released;
      return { agentNewBalance: 1, transactionId: 100 };
    });
    open();
    await paste('joueur1 1\njoueur2 2');
    await press(/^Envoyer/);
    await heading('Envoi en cours');
    expect(resultsOf()).toEqual(['Envoi...', 'En attente']);
    await press('Faire une pause');
    hold.release();
    await heading('Envoi interrompu');
    expect(resultsOf()).toEqual(['EffectuéReçu 100', 'En attente']);
  });

  test('movement list: leaving the page stops after the line that is being sent, and says so', async () => {
    serveNamed();
    const hold = createHold();
    const calls = serve(TRANSFER, async () => {
      await hold.released;
      return { agentNewBalance: 1, transactionId: 100 };
    });
    const notices = recordEvents('notice/raised');
    open();
    await paste('joueur1 1\njoueur2 2');
    await press(/^Envoyer/);
    await heading('Envoi en cours');
    await waitFor(() => expect(calls).toHaveLength(1));
    cleanup();
    hold.release();
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toMatchObject({ link: { to: '/admin/movement-list' } });
    expect(calls).toHaveLength(1);
    renderRoutes(routes, '/admin');
    expect(await screen.findByRole('link', { name: 'Continuer la liste interrompue' })).toBeVisible();
  });

  test('movement list: an empty list and one of 501 lines are refused with a sentence', async () => {
    const named = serveNamed();
    open();
    await press('Vérifier la liste');
    expect(await screen.findByRole('alert')).toHaveTextContent('Collez au moins une ligne');
    await paste(Array.from({ length: 501 }, () => 'joueur1 1').join('\n'));
    expect(await screen.findByText(/La liste compte 501 lignes, et 500 au plus/)).toBeVisible();
    expect(named).toHaveLength(0);
  });

  test('movement list: 500 lines of a wrong column fit into the call that reads accounts', async () => {
    const named = serveNamed();
    open();
    await paste(Array.from({ length: 500 }, (_, index) => `${index} ${'م'.repeat(150)}\t1`).join('\n'));
    await heading('Liste vérifiée');
    expect(JSON.stringify(named[0]?.body).length).toBeLessThan(65_536);
  });

  test('movement list: accounts that could not be read leave the list in its place', async () => {
    serve(NAMED, lost);
    open();
    await paste('joueur1 1');
    expect(await screen.findByRole('alert')).toHaveTextContent("Les comptes n'ont pas pu être lus.");
    expect(screen.getByLabelText('Liste à coller')).toHaveValue('joueur1 1');
  });

  test('movement list: withdrawals are chosen, checked and sent as such', async () => {
    serveNamed();
    const ledger = serveLedger();
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Retirer' }));
    await paste('joueur1 100\njoueur2 501');
    await heading('Liste vérifiée');
    expect(screen.getByText('Le montant à retirer dépasse le solde disponible.')).toBeVisible();
    await press(/^Envoyer 1.retrait$/);
    await heading('Liste terminée');
    expect(ledger.calls.map(({ body }) => body)).toEqual([
      { receiverUsername: 'joueur1', amount: 100, type: 'WITHDRAWAL' },
    ]);
  });
});
