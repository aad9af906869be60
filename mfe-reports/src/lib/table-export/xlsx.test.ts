import { strFromU8, unzipSync } from 'fflate';
import { amountCell, countCell, dateCell, EMPTY, type Row, textCell } from './cells';
import { createXlsxWriter } from './xlsx';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Value = string | number | undefined;

function parseXml(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}

/** Reads `_x0041_` as the format's readers do. */
const unescapedText = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads a workbook by way of its relations: the value and the number format of each cell. */
async function readWorkbook(file: Blob) {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const part = (name: string): Document => parseXml(strFromU8(parts[name]!));
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').querySelectorAll('Relationship')].map((relation) => [
      relation.getAttribute('Id'),
      `xl/${relation.getAttribute('Target')}`,
    ]),
  );
  const types = [...part('[Content_Types].xml').querySelectorAll('Override')];
  for (const type of types) expect(parts[type.getAttribute('PartName')!.slice(1)]).toBeDefined();
  const styles = part('xl/styles.xml');
  const formats = new Map(
    [...styles.querySelectorAll('numFmt')].map((format) => [
      format.getAttribute('numFmtId'),
      format.getAttribute('formatCode'),
    ]),
  );
  const cellFormats = [...styles.querySelectorAll('cellXfs xf')].map((format) => {
    const id = format.getAttribute('numFmtId');
    return { code: formats.get(id) ?? id, isQuoted: format.getAttribute('quotePrefix') === '1' };
  });
  const cellsOf = (row: Element) =>
    [...row.querySelectorAll('c')].map((cell) => ({
      place: cell.getAttribute('r'),
      format: cellFormats[Number(cell.getAttribute('s'))]!,
      value: (cell.getAttribute('t') === 'inlineStr'
        ? unescapedText(cell.textContent)
        : Number(cell.textContent)) as Value,
    }));
  return [...part('xl/workbook.xml').querySelectorAll('sheet')].map((sheet) =>
    [...part(targets.get(sheet.getAttributeNS(RELATIONS, 'id'))!).querySelectorAll('row')].map(cellsOf),
  );
}

function fileOf(rows: readonly Row[], maxSheetRows?: number): Blob {
  const writer = createXlsxWriter(maxSheetRows);
  for (const row of rows) writer.add([row]);
  return writer.end();
}

const TITLES = [textCell('Nom'), textCell('Montant')];

describe('workbook', () => {
  test.each([
    '0021620123456',
    '3e5',
    'mars-2',
    '12-05',
    '1e1000',
    '=1+1',
    "=cmd|' /C calc'!A0",
    "'abc",
    '\tx',
    '\rx',
    'a\nb',
    ' 007 ',
    'a<b>&"c"',
    '\u202eabc',
    '\u0001\uffff',
    '_x0041_',
    '_x0041_x0042_',
    '_x0041\r',
    '_x005F_x0041_',
    '😀',
  ])('workbook: the cell of %j is text, as it is and after its cell was edited', async (text) => {
    const [sheet] = await readWorkbook(fileOf([TITLES, [textCell(text)]]));
    const cell = sheet?.[1]?.[0];
    expect(cell).toEqual({ place: 'A2', format: { code: '49', isQuoted: true }, value: text });
  });

  test('workbook: amounts, numbers and dates are numbers with a format', async () => {
    const row = [
      amountCell(1234.5),
      amountCell(-0.000001),
      EMPTY,
      countCell(150),
      dateCell('2026-03-01'),
      dateCell('2026-03-01 12:00:00'),
    ];
    const [sheet] = await readWorkbook(fileOf([TITLES, row]));
    expect(sheet?.[1]).toEqual([
      { place: 'A2', format: { code: '#,##0.00####', isQuoted: false }, value: 1234.5 },
      { place: 'B2', format: { code: '#,##0.00####', isQuoted: false }, value: -0.000001 },
      { place: 'D2', format: { code: '1', isQuoted: false }, value: 150 },
      { place: 'E2', format: { code: 'yyyy\\-mm\\-dd', isQuoted: false }, value: 46082 },
      { place: 'F2', format: { code: 'yyyy\\-mm\\-dd\\ hh:mm:ss', isQuoted: false }, value: 46082.5 },
    ]);
  });

  test('workbook: more rows than a sheet has go on in the next one, below the titles', async () => {
    const rows = [1, 2, 3, 4, 5].map((count) => [countCell(count)]);
    const sheets = await readWorkbook(fileOf([TITLES, ...rows], 3));
    const values = sheets.map((sheet) => sheet.map(([cell]) => cell?.value));
    expect(values).toEqual([
      ['Nom', 1, 2],
      ['Nom', 3, 4],
      ['Nom', 5],
    ]);
  });
});
