import { REFUSAL_STATUS } from '@palier/server/refusals/refusal';
import { REFUSAL_TEXTS, STAKE_TEXTS } from '@palier/server/refusals/refusal-texts';
import { hasTest, readText } from './spec-coverage/check';

const DOCUMENT = 'docs/refusals.md';
/** A stake is answered to the vendor, so its refusals have no status of our API. */
const NO_STATUS = '–';

interface Row {
  readonly status: string;
  readonly text: string;
  readonly test: string;
}

/** The rows of the tables, by the name in their first cell. */
function readRows(markdown: string): [string, Row][] {
  return markdown.split('\n').flatMap((line) => {
    const [, name = '', status = '', text = '', test = ''] = line.split('|').map((cell) => cell.trim());
    return /^`[\w/-]+`$/.test(name) ? [[name.slice(1, -1), { status, text, test }]] : [];
  });
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** The names of all refusals, with the status and the text of each. */
function refusals(): Map<string, { readonly status: string; readonly text: string }> {
  const statuses: Readonly<Record<string, number>> = REFUSAL_STATUS;
  const all = Object.entries({ ...REFUSAL_TEXTS, ...STAKE_TEXTS });
  return new Map(
    all.map(([name, text]) => [
      name,
      { status: String(statuses[name.split('/')[0] ?? ''] ?? NO_STATUS), text: plain(text) },
    ]),
  );
}

async function faultOfTest(test: string, read: typeof readText): Promise<string | null> {
  const [, file = '', title = ''] = /^`([^`›]+) › ([^`]+)`$/.exec(test) ?? [];
  const text = file === '' ? null : await read(file);
  return text !== null && hasTest(text, title, { isWhole: true }) ? null : `has no test "${title}"`;
}

/** Each difference between docs/refusals.md and the refusals of the code, as a sentence. */
export async function faultsOfRefusals(markdown: string, read = readText): Promise<string[]> {
  const rows = readRows(markdown);
  const known = refusals();
  const missing = [...known.keys()]
    .filter((name) => rows.filter(([listed]) => listed === name).length !== 1)
    .map((name) => `"${name}" has not exactly one row`);
  const faults = await Promise.all(
    rows.map(async ([name, { status, text, test }]) => {
      const refusal = known.get(name);
      if (refusal === undefined) return [`the code has no "${name}"`];
      return [
        refusal.status === status ? null : `"${name}" has the status ${refusal.status}`,
        refusal.text === plain(text) ? null : `"${name}" has the text "${refusal.text}"`,
        await faultOfTest(test, read).then((fault) => (fault === null ? null : `"${name}" ${fault}`)),
      ].filter((fault) => fault !== null);
    }),
  );
  return [...missing, ...faults.flat()].map((fault) => `${DOCUMENT}: ${fault}`);
}

/** The differences of the document in this working tree. */
export const refusalFindings = async (): Promise<string[]> =>
  faultsOfRefusals((await readText(DOCUMENT)) ?? '');
