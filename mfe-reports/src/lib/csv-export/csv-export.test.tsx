import { toDateInput } from '@palier/shared/dates';
import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, item, mockWire, pageOfItems, wire } from '../../testing/wire';

mockWire();

const OUTGOING = api('/transactions/history/outgoing');
const INCOMING = api('/transactions/history/incoming');
const today = toDateInput(new Date());

const pageAsked = (request: Request): { page: number; size: number } => {
  const query = new URL(request.url).searchParams;
  return { page: Number(query.get('page')), size: Number(query.get('size')) };
};

/** The files that were handed to the browser, by name. */
function catchFiles(): Map<string, Blob> {
  const files = new Map<string, Blob>();
  let made: Blob;
  URL.createObjectURL = (blob) => {
    made = blob as Blob;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, made);
  });
  return files;
}
const textOf = async (file: Blob | undefined): Promise<string> =>
  Buffer.from(await file!.arrayBuffer()).toString('utf8');

/** `count` movements, newest first, read in pages as the server cuts them. */
const serve = (count: () => number) =>
  http.get(OUTGOING, ({ request }) => {
    const { page, size } = pageAsked(request);
    const all = Array.from({ length: count() }, (_, index) => item(count() - index));
    return HttpResponse.json(pageOfItems(all.slice(page * size, (page + 1) * size), all.length, size, page));
  });

const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const open = async (path: string, text = 'Ajouter'): Promise<void> => {
  renderRoutes(routes, path);
  await screen.findAllByText(text);
};

describe('export of a list', () => {
  let files: Map<string, Blob>;
  beforeEach(() => {
    signInForTest();
    files = catchFiles();
  });

  test('When a history of several pages is exported, then the file holds every row once, as shown', async () => {
    wire.use(serve(() => 230));
    await open('/history');
    await press('Exporter (CSV)');
    expect(await screen.findByText('Export terminé : 230 lignes.')).toBeVisible();
    const [head, ...lines] = (await textOf(files.get(`historique-${today}.csv`))).trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFDate;Nom;Type;Montant;Numéro;Solde après');
    expect(lines).toHaveLength(230);
    expect(lines[0]).toBe('2026-03-01 10:20:30;joueur230;Ajouter;10,00;230;1310,50');
    expect(new Set(lines).size).toBe(230);
  });

  test('When movements are made meanwhile, then no row comes twice and none is missing', async () => {
    let count = 150;
    wire.use(serve(() => count));
    await open('/history');
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        const { page, size } = pageAsked(request);
        const total = page === 0 ? count : (count = 153);
        const data = Array.from({ length: total }, (_, index) => item(total - index));
        return HttpResponse.json(pageOfItems(data.slice(page * size, (page + 1) * size), total, size, page));
      }),
    );
    await press('Exporter (CSV)');
    expect(await screen.findByText('Export terminé : 150 lignes.')).toBeVisible();
    const lines = (await textOf(files.get(`historique-${today}.csv`))).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(';')[1])).toEqual(
      Array.from({ length: 150 }, (_, index) => `joueur${150 - index}`),
    );
  });

  test('When the list is filtered, then only the rows that match are in the file, of every page', async () => {
    wire.use(serve(() => 120));
    await open('/history?filtre=joueur11', 'joueur119');
    await press('Exporter (CSV)');
    expect(await screen.findByText('Export terminé : 11 lignes.')).toBeVisible();
    const lines = (await textOf(files.get(`historique-${today}.csv`))).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(';')[1])).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `joueur${119 - index}`),
      'joueur11',
    ]);
  });

  test('When a page fails, then a sentence says how far it went, and Reprendre goes on from there', async () => {
    const asked: number[] = [];
    let isDown = true;
    wire.use(serve(() => 230));
    await open('/history');
    wire.use(
      http.get(OUTGOING, ({ request }) => {
        const { page } = pageAsked(request);
        asked.push(page);
        return page === 1 && isDown ? new HttpResponse(null, { status: 500 }) : undefined;
      }),
    );
    await press('Exporter (CSV)');
    expect(await screen.findByRole('alert')).toHaveTextContent("L'export s'est arrêté à 100 sur 230");
    expect(files.size).toBe(0);
    isDown = false;
    await press('Reprendre');
    expect(await screen.findByText('Export terminé : 230 lignes.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Exporter (CSV)' })).toHaveFocus();
    expect(asked).toEqual([0, 1, 1, 2]);
  });

  test('When the first page fails, then a sentence says that nothing began', async () => {
    await open('/history');
    wire.use(http.get(OUTGOING, () => new HttpResponse(null, { status: 503 })));
    await press('Exporter (CSV)');
    expect(await screen.findByRole('alert')).toHaveTextContent("L'export n'a pas pu commencer.");
    await press('Annuler');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When it is cancelled, then no page more is asked for and no file comes', async () => {
    const asked: number[] = [];
    wire.use(serve(() => 900));
    await open('/history');
    wire.use(http.get(OUTGOING, ({ request }) => void asked.push(pageAsked(request).page)));
    await press('Exporter (CSV)');
    expect(await screen.findByText(/^Lecture : \d+ sur 900$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Exporter (CSV)' })).toHaveFocus();
    expect(screen.getByRole('progressbar')).toBeVisible();
    await press('Annuler');
    const count = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(asked.length).toBeLessThanOrEqual(count + 1);
    expect(files.size).toBe(0);
    expect(screen.getByRole('button', { name: 'Exporter (CSV)' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Exporter (CSV)' })).toHaveFocus();
  });

  test('When Enter is pressed twice on the button, then one export runs and the focus stays on it to the end', async () => {
    let reads = 0;
    wire.use(serve(() => 150));
    await open('/history');
    wire.use(http.get(OUTGOING, () => void (reads += 1)));
    const button = screen.getByRole('button', { name: 'Exporter (CSV)' });
    await waitFor(() => expect(button).toBeEnabled());
    act(() => button.focus());
    await userEvent.keyboard('{Enter}{Enter}');
    expect(await screen.findByText('Export terminé : 150 lignes.')).toBeVisible();
    expect(button).toHaveFocus();
    expect(reads).toBe(2);
    expect(files.size).toBe(1);
  });

  test("When one account's history is exported, then its name is in the file's and only it is asked for", async () => {
    let query = '';
    await open('/reportItem/7');
    wire.use(http.get(OUTGOING, ({ request }) => void (query = new URL(request.url).search)));
    await press('Exporter (CSV)');
    await waitFor(() => expect([...files.keys()]).toEqual([`historique-joueur1-${today}.csv`]));
    expect(query).toBe('?page=0&size=100&targetUserId=7');
  });

  test('When the transactions are exported, then the file has the columns of their table', async () => {
    wire.use(
      http.get(INCOMING, () =>
        HttpResponse.json(
          pageOfItems(
            [item(1, { initiatorUsername: '-admin', initiatorTransactionType: 'JACKPOT_WIN' })],
            1,
            10,
          ),
        ),
      ),
    );
    await open('/transaction', 'JACKPOT WIN');
    await press('Exporter (CSV)');
    await screen.findByText('Export terminé : 1 ligne.');
    expect(await textOf(files.get(`transactions-${today}.csv`))).toBe(
      '\uFEFFInitiateur;Montant;Type;Date;Numéro;Solde après\r\n' +
        "'-admin;10,00;JACKPOT WIN;2026-03-01 10:20:30;1;1310,50\r\n",
    );
  });

  test('When the list is empty, then there is nothing to export', async () => {
    wire.use(http.get(OUTGOING, () => HttpResponse.json(pageOfItems([]))));
    await open('/history', 'Aucune transaction trouvée');
    expect(screen.getByRole('button', { name: 'Exporter (CSV)' })).toBeDisabled();
  });
});
