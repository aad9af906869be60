import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell, Row, TableWriter } from './cells';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Rows of a sheet, a limit of the format. */
const MAX_SHEET_ROWS = 1_048_576;

/** The places of the formats in `STYLES`. */
const STYLE = { text: 1, amount: 2, count: 3, date: 4, dateTime: 5, title: 6 } as const;

/**
 * `quotePrefix` is Excel's apostrophe: a text stays a text when its cell is edited. Format 49 is text, 1 a
 * whole number.
 */
const STYLES =
  `${XML}<styleSheet xmlns="${NAMESPACE}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00####"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7">${formatOf(0)}${formatOf(49, 'quotePrefix="1"')}${formatOf(164)}${formatOf(1)}` +
  `${formatOf(165)}${formatOf(166)}${formatOf(49, 'quotePrefix="1" applyFont="1"', 1)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function formatOf(numberFormat: number, attributes = '', font = 0): string {
  return (
    `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" ` +
    `applyNumberFormat="1" ${attributes}/>`
  );
}

const WORKBOOK_RELATION =
  `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}"><Relationship Id="rId1" ` +
  `Type="${DOCUMENT_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The first row, with the titles, stays in view. */
const SHEET_START =
  `${XML}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<cols><col min="1" max="30" width="20" customWidth="1"/></cols><sheetData>';
const SHEET_END = '</sheetData></worksheet>';

/** Characters that XML has no place for, and the carriage return, which XML readers turn into a line feed. */
const UNWRITABLE = '\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff';
/**
 * An underscore that readers of the format take for the start of an escaped character, which ends with "_" or
 * another escape.
 */
const ESCAPE_START = new RegExp(`_(?=x[0-9a-f]{4}[_${UNWRITABLE}])`, 'gi');
const UNWRITABLE_CHARACTER = new RegExp(`[${UNWRITABLE}]`, 'g');

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const xmlText = (text: string): string =>
  text
    .replace(ESCAPE_START, escaped)
    .replace(UNWRITABLE_CHARACTER, escaped)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const DAY_MS = 86_400_000;
/** Spreadsheets count days from here, without a time zone. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const dayNumberOf = (date: string): number =>
  (Date.parse(`${date.replace(' ', 'T')}${date.includes(':') ? '' : 'T00:00:00'}Z`) - DAY_ZERO_MS) / DAY_MS;

const numberXml = (place: string, style: number, value: number): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

function cellXml(cell: Cell, place: string, textStyle: number): string {
  switch (cell.kind) {
    case 'text':
      return (
        `<c r="${place}" s="${textStyle}" t="inlineStr"><is>` +
        `<t xml:space="preserve">${xmlText(cell.text)}</t></is></c>`
      );
    case 'amount':
      return numberXml(place, STYLE.amount, cell.amount);
    case 'count':
      return numberXml(place, STYLE.count, cell.count);
    case 'date':
      return numberXml(place, cell.date.includes(':') ? STYLE.dateTime : STYLE.date, dayNumberOf(cell.date));
    case 'empty':
      return '';
  }
}

/** Tables have fewer than 26 columns. */
const columnName = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

function rowXml(row: Row, number: number, textStyle: number): string {
  const cells = row.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, textStyle));
  return `<row r="${number}">${cells.join('')}</row>`;
}

function sheetsOf<T>(count: number, xml: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => xml(index + 1));
}

/** The parts that name the sheets. */
function workbookParts(sheetCount: number): Readonly<Record<string, string>> {
  const sheets = sheetsOf(
    sheetCount,
    (number) => `<sheet name="Export ${number}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const relations = sheetsOf(
    sheetCount,
    (number) =>
      `<Relationship Id="rId${number}" Type="${DOCUMENT_RELATIONS}/worksheet" ` +
      `Target="worksheets/sheet${number}.xml"/>`,
  );
  const types = sheetsOf(
    sheetCount,
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${MAIN}.worksheet+xml"/>`,
  );
  return {
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${NAMESPACE}" xmlns:r="${DOCUMENT_RELATIONS}">` +
      `<sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${relations.join('')}` +
      `<Relationship Id="rId${sheetCount + 1}" Type="${DOCUMENT_RELATIONS}/styles" Target="styles.xml"/>` +
      '</Relationships>',
    'xl/styles.xml': STYLES,
    '_rels/.rels': WORKBOOK_RELATION,
    '[Content_Types].xml':
      `${XML}<Types xmlns="${CONTENT_TYPES}">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>${types.join('')}` +
      `<Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/></Types>`,
  };
}

/**
 * Writes a workbook of Office Open XML. Rows are compressed as they come, so an export holds only compressed
 * bytes.
 */
export function createXlsxWriter(maxSheetRows = MAX_SHEET_ROWS): TableWriter {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
  });
  let titles: string | null = null;
  let sheet: ZipDeflate | null = null;
  let sheetCount = 0;
  let rowCount = 0;

  function startPart(name: string): ZipDeflate {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    return part;
  }

  const endSheet = (): void => sheet?.push(strToU8(SHEET_END), true);

  function startSheet(): void {
    endSheet();
    sheetCount += 1;
    sheet = startPart(`xl/worksheets/sheet${sheetCount}.xml`);
    sheet.push(strToU8(SHEET_START + (titles ?? '')));
    rowCount = titles === null ? 0 : 1;
  }

  function textOf(row: Row): string {
    const isFirst = titles === null;
    const text = rowXml(row, isFirst ? 1 : rowCount + 1, isFirst ? STYLE.title : STYLE.text);
    titles ??= text;
    rowCount += 1;
    return text;
  }

  startSheet();
  return {
    add(rows) {
      let text = '';
      for (const row of rows) {
        if (rowCount === maxSheetRows) {
          sheet?.push(strToU8(text));
          text = '';
          startSheet();
        }
        text += textOf(row);
      }
      sheet?.push(strToU8(text));
    },
    end() {
      endSheet();
      for (const [name, text] of Object.entries(workbookParts(sheetCount)))
        startPart(name).push(strToU8(text), true);
      zip.end();
      return new Blob(chunks, { type: TYPE });
    },
  };
}
