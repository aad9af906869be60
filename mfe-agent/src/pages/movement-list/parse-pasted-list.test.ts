import { messages } from './movement-list.messages';
import { parsePastedList } from './parse-pasted-list';

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';
const cellsOf = (text: string) => parsePastedList(text).lines.map(({ name, amount }) => [name, amount]);

test.each([
  ['joueur7\t50', ['joueur7', '50']],
  ['joueur7;50', ['joueur7', '50']],
  ['joueur7 50', ['joueur7', '50']],
  ['  joueur7    50  ', ['joueur7', '50']],
  ['joueur7\t\t50\t', ['joueur7', '50']],
  ['joueur7; 50 ;;', ['joueur7', '50']],
  [`joueur7${NO_BREAK}50`, ['joueur7', '50']],
  [`joueur7\t1${NARROW}250,500`, ['joueur7', `1${NARROW}250,500`]],
  [`joueur7 1${NO_BREAK}250,00${NO_BREAK}DT`, ['joueur7', `1${NO_BREAK}250,00${NO_BREAK}DT`]],
  ['joueur7 1 250', ['joueur7', '1 250']],
  ['joueur7 1.250', ['joueur7', '1.250']],
  ['joueur7 12,5 DT', ['joueur7', '12,5 DT']],
  ['jean dupont\t50', ['jean dupont', '50']],
  ['jean dupont 50', ['jean dupont', '50']],
  ['"jean ""le grand"""\t50', ['jean "le grand"', '50']],
  ['"joueur7";"50"', ['joueur7', '50']],
  ["l'agent@palier.example 50", ["l'agent@palier.example", '50']],
  ['\ufeffjoueur7\t50', ['joueur7', '50']],
  ['50 joueur7', ['50', 'joueur7']],
])('pasted line %j: it is read as %j', (line, cells) => {
  expect(cellsOf(`titre 0\n${line}`)[1]).toEqual(cells);
});

test.each([
  ['joueur7', messages.oneColumn],
  ['50', messages.oneColumn],
  ['joueur7\t', messages.oneColumn],
  ['1\tjoueur7\t50', messages.tooManyColumns(3)],
  ['joueur7;50;60;70', messages.tooManyColumns(4)],
])('pasted line %j: it is not guessed, and says why', (line, fault) => {
  expect(parsePastedList(line).lines.map((one) => one.fault)).toEqual([fault]);
});

test('pasted list: line ends of every system and empty lines keep the numbers of the lines', () => {
  const { lines } = parsePastedList(
    'joueur1\t1\r\n\r\njoueur2\t2\n \t \njoueur3\t3\rjoueur4\t4\r\n;;\r\n\r\n',
  );
  expect(lines.map(({ number, name }) => [number, name])).toEqual([
    [1, 'joueur1'],
    [3, 'joueur2'],
    [5, 'joueur3'],
    [6, 'joueur4'],
  ]);
});

test('pasted list: a first row without a digit in the place of the amount is the row of titles', () => {
  expect(parsePastedList('\nNom\tMontant\njoueur7\t50').title).toBe('Nom\tMontant');
  expect(cellsOf('Nom du joueur;Montant (DT)\njoueur7;50')).toEqual([['joueur7', '50']]);
  expect(parsePastedList('joueur7\t50\nNom\tMontant').lines).toHaveLength(2);
  expect(parsePastedList('joueur7\njoueur8\t50').title).toBeNull();
});

test('pasted list: a line whose digits may be groups says that its amount is to be looked at', () => {
  const spaced = parsePastedList(
    `a 0\njoueur7 1 250\njoueur7\t1 250\njoueur7 1${NO_BREAK}250\njoueur 7 50`,
  ).lines;
  expect(spaced.map(({ isSpaced }) => isSpaced)).toEqual([false, true, false, false, false]);
});

test('pasted list: an empty text has no lines', () => {
  expect(parsePastedList(' \r\n\t\n')).toEqual({ lines: [], title: null });
});
