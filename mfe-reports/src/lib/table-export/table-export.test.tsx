import { platformDay } from '@palier/shared/dates';
import { refused, renderRoutes } from '@palier/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { item, runMockServer, pageOfItems, recordDownloads, serve } from '../../testing/wire';

runMockServer();

const OUTGOING = 'GET /transactions/history/outgoing';
const EXPORT = 'Exporter en CSV';
const EXPORT_EXCEL = 'Exporter en Excel';
const today = platformDay();
const HISTORY_FILE = `historique-${today}.csv`;
let files: ReturnType<typeof recordDownloads>;
beforeEach(() => {
  files = recordDownloads();
});

const pageAsked = ({ url }: Request): { page: number; size: number } => {
  const query = new URL(url).searchParams;
  return { page: Number(query.get('page')), size: Number(query.get('size')) };
};

/** Serves `count` movements, the newest first, in pages as the server does. */
const serveMovements = (count: (page: number) => number) =>
  serve(OUTGOING, (request) => {
    const { page, size } = pageAsked(request);
    const total = count(page);
    const all = Array.from({ length: total }, (_, index) => item(total - index));
    return pageOfItems(all.slice(page * size, (page + 1) * size), total, size, page);
  });

const button = (name = EXPORT) => screen.findByRole('button', { name });
const press = async (name = EXPORT) => userEvent.click(await button(name));
const open = async (path: string, text = 'Ajouter'): Promise<void> => {
  renderRoutes(routes, path);
  await screen.findAllByText(text);
};
const exportAs = async (lineCount: string): Promise<void> => {
  await press();
  expect(await screen.findByText(`Export terminé : ${lineCount}.`)).toBeVisible();
};
const linesOf = async (name: string): Promise<string[]> =>
  ((await files.get(name)) ?? '').trimEnd().split('\r\n');
const namesIn = async (name: string): Promise<(string | undefined)[]> =>
  (await linesOf(name)).slice(1).map((line) => line.split(';')[1]);

describe('export', () => {
  test('export: the file has every row once, as shown, even if movements are made meanwhile', async () => {
    serveMovements((page) => (page === 0 ? 150 : 153));
    await open('/history');
    await exportAs('150 lignes');
    const [head, first] = await linesOf(HISTORY_FILE);
    expect(head).toBe('\uFEFFDate;Nom;Type;Montant;Numéro;Solde après;Note');
    expect(first).toBe('2026-03-01 10:20:30;joueur150;Ajouter;10,00;150;1310,50;');
    const expected = Array.from({ length: 150 }, (_, index) => `joueur${150 - index}`);
    expect(await namesIn(HISTORY_FILE)).toEqual(expected);
  });

  test('export: the file contains the rows of every page that match the filter', async () => {
    serveMovements(() => 120);
    await open('/history?filtre=joueur11', 'joueur119');
    await exportAs('11 lignes');
    expect(await namesIn(HISTORY_FILE)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `joueur${119 - index}`),
      'joueur11',
    ]);
  });

  test('export: a text says how many rows were read before a failure, and Continuer goes on', async () => {
    let isDown = true;
    serveMovements(() => 230);
    await open('/history');
    const calls = serve(OUTGOING, (request) =>
      pageAsked(request).page === 1 && isDown ? refused(500) : undefined,
    );
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent("L'export s'est arrêté à 100 sur 230");
    expect(files.size).toBe(0);
    isDown = false;
    await press('Continuer');
    expect(await screen.findByText('Export terminé : 230 lignes.')).toBeVisible();
    expect(await button()).toHaveFocus();
    expect(calls.map(({ search }) => /page=(\d+)/.exec(search)?.[1])).toEqual(['0', '1', '1', '2']);
  });

  test('export: a text says that it did not start if the first page fails', async () => {
    await open('/history');
    serve(OUTGOING, () => refused(503));
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent("L'export n'a pas pu commencer.");
    await press('Annuler');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('export: no further page is read and no file made after it is cancelled', async () => {
    serveMovements(() => 900);
    await open('/history');
    const calls = serve(OUTGOING, () => undefined);
    await press();
    expect(await screen.findByText(/^Lecture : \d+ sur 900$/)).toBeVisible();
    expect(await button()).toHaveFocus();
    expect(screen.getByRole('progressbar')).toBeVisible();
    await press('Annuler');
    const count = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(calls.length).toBeLessThanOrEqual(count + 1);
    expect(files.size).toBe(0);
    expect(await button()).toBeEnabled();
    expect(await button()).toHaveFocus();
  });

  test('export: one export runs for two presses of Enter, and the button keeps the focus', async () => {
    serveMovements(() => 150);
    await open('/history');
    const calls = serve(OUTGOING, () => undefined);
    const start = await button();
    await waitFor(() => expect(start).toBeEnabled());
    act(() => start.focus());
    await userEvent.keyboard('{Enter}{Enter}');
    expect(await screen.findByText('Export terminé : 150 lignes.')).toBeVisible();
    expect(start).toHaveFocus();
    expect(calls).toHaveLength(2);
    expect(files.size).toBe(1);
  });

  test('export: the file of one account has its name and only its movements', async () => {
    await open('/reportItem/7');
    const calls = serve(OUTGOING, () => undefined);
    await press();
    await waitFor(() => expect([...files.keys()]).toEqual([`historique-joueur1-${today}.csv`]));
    expect(calls.map(({ search }) => search)).toEqual(['?page=0&size=100&targetUserId=7']);
  });

  test('export: the file of the transactions has the columns of their table', async () => {
    const win = item(1, {
      initiatorUsername: '-admin',
      initiatorTransactionType: 'JACKPOT_WIN',
      note: '=1+1',
    });
    serve('GET /transactions/history/incoming', pageOfItems([win], 1, 10));
    await open('/transaction', 'JACKPOT WIN');
    await exportAs('1 ligne');
    expect(await files.get(`transactions-${today}.csv`)).toBe(
      '\uFEFFInitiateur;Montant;Type;Date;Numéro;Solde après;Note\r\n' +
        '"=""-admin""";10,00;JACKPOT WIN;2026-03-01 10:20:30;1;1310,50;"=""=1+1"""\r\n',
    );
  });

  test('export: Continuer replaces the button of Excel after a failure, for a workbook', async () => {
    let isDown = true;
    serveMovements(() => 150);
    await open('/history');
    const calls = serve(OUTGOING, (request) =>
      pageAsked(request).page === 1 && isDown ? refused(500) : undefined,
    );
    await press(EXPORT_EXCEL);
    const resume = await button('Continuer');
    expect(resume).toHaveFocus();
    expect(await button(EXPORT)).toBeVisible();
    expect(screen.queryByRole('button', { name: EXPORT_EXCEL })).toBeNull();
    isDown = false;
    await userEvent.click(resume);
    expect(await screen.findByText('Export terminé : 150 lignes.')).toBeVisible();
    expect(await button(EXPORT_EXCEL)).toHaveFocus();
    expect([...files.keys()]).toEqual([`historique-${today}.xlsx`]);
    expect((await files.get(`historique-${today}.xlsx`))?.startsWith('PK')).toBe(true);
    expect(calls.map(({ search }) => /page=(\d+)/.exec(search)?.[1])).toEqual(['0', '1', '1']);
  });

  test('export: CSV starts again with the first page after a workbook stopped', async () => {
    let isDown = true;
    serveMovements(() => 150);
    await open('/history');
    serve(OUTGOING, (request) => (pageAsked(request).page === 1 && isDown ? refused(500) : undefined));
    await press(EXPORT_EXCEL);
    await button('Continuer');
    isDown = false;
    await exportAs('150 lignes');
    expect([...files.keys()]).toEqual([HISTORY_FILE]);
    expect(await namesIn(HISTORY_FILE)).toHaveLength(150);
  });

  test('export: the buttons are disabled if the list is empty', async () => {
    serve(OUTGOING, pageOfItems([]));
    await open('/history', 'Aucune transaction trouvée');
    expect(await button(EXPORT)).toBeDisabled();
    expect(await button(EXPORT_EXCEL)).toBeDisabled();
  });
});
