import { hasTest, readText } from './spec-coverage/check';

const DOCUMENT = 'docs/asvs.md';
/**
 * The levels of the requirements of OWASP ASVS 5.0.0, by section: the first digit is that of the first
 * requirement of the section.
 */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
/** Requirements of level 3 that the document has beside all of levels 1 and 2. */
const OF_LEVEL_3 = ['2.3.5', '6.3.5', '6.3.7', '7.5.3'];
const STATES = ['holds', 'not applicable', 'accepted', 'open'] as const;

interface Requirement {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  /** The cells of its rows. */
  readonly proofs: readonly string[];
}

type Read = (path: string) => Promise<string | null>;

/** The requirements of the tables; a row whose number is ″ continues the row above. */
export function readRequirements(markdown: string): Requirement[] {
  const found: Requirement[] = [];
  for (const line of markdown.split('\n')) {
    const [, number = '', , level = '', state = '', proof = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const above = number === '″' ? found.pop() : undefined;
    if (above !== undefined) found.push({ ...above, proofs: [...above.proofs, proof] });
    else if (/^\d+\.\d+\.\d+$/.test(number)) found.push({ number, level, state, proofs: [proof] });
  }
  return found;
}

/** The level of each requirement that the document must have, by its number. */
function expectedLevels(): Map<string, string> {
  const all = Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].map((level, index) => [`${section}.${index + 1}`, level] as const),
  );
  return new Map(all.filter(([number, level]) => level !== '3' || OF_LEVEL_3.includes(number)));
}

function faultsOfNumbers(requirements: readonly Requirement[]): string[] {
  const expected = expectedLevels();
  const countOf = (number: string): number => requirements.filter((one) => one.number === number).length;
  return [
    ...[...expected.keys()]
      .filter((number) => countOf(number) !== 1)
      .map((number) => `${number} has ${countOf(number)} rows`),
    ...requirements
      .filter(({ number, level }) => expected.get(number) !== level)
      .map(({ number, level }) => `${number} is not of level ${level}`),
  ];
}

/** The counts of the table at the top that are not those of the rows. */
function faultsOfCounts(markdown: string, requirements: readonly Requirement[]): string[] {
  return STATES.flatMap((state) => {
    const counts = ['1', '2', '3'].map(
      (level) => requirements.filter((one) => one.state === state && one.level === level).length,
    );
    const row = `| ${state} | ${counts.join(' | ')} |`;
    return markdown.includes(`\n${row}\n`) ? [] : [`the counts are not "${row}"`];
  });
}

const TEST = /`([^`›]+) › ([^`]+)`/g;

/** What the cells of a requirement lack for its state. */
function faultOfState({ state, proofs }: Requirement): string | null {
  const text = proofs.join(' ');
  if (state === 'holds') return /`[^`]+`|\]\(/.test(text) ? null : 'names no test, file or page';
  if (state === 'not applicable') return text === '' ? 'has no reason' : null;
  if (state === 'accepted')
    return /specification, \d+\b.*"[^"]+".*Tried: /.test(text)
      ? null
      : 'quotes no sentence of the specification, or does not say what was tried';
  if (state === 'open') return /^\d{4}-\d\d-\d\d: \S/.test(text) ? null : 'has no date and reason';
  return `has the unknown state "${state}"`;
}

async function faultsOfRequirement(requirement: Requirement, read: Read): Promise<string[]> {
  const tests = requirement.proofs.flatMap((proof) => [...proof.matchAll(TEST)]);
  const missing = await Promise.all(
    tests.map(async ([, file = '', title = '']) => {
      const text = await read(file);
      return text !== null && hasTest(text, title, { isWhole: true })
        ? null
        : `${file} has no test "${title}"`;
    }),
  );
  return [faultOfState(requirement), ...missing]
    .filter((fault) => fault !== null)
    .map((fault) => `${requirement.number} ${fault}`);
}

/**
 * Each false statement of a text in the form of docs/asvs.md, as a sentence: numbers, levels, counts, tests
 * and reasons.
 */
export async function faultsOfVerification(markdown: string, read: Read = readText): Promise<string[]> {
  const requirements = readRequirements(markdown);
  const ofRows = await Promise.all(requirements.map((one) => faultsOfRequirement(one, read)));
  return [...faultsOfNumbers(requirements), ...faultsOfCounts(markdown, requirements), ...ofRows.flat()].map(
    (fault) => `${DOCUMENT}: ${fault}`,
  );
}

/** The false statements of docs/asvs.md as it is in this working tree. */
export const asvsDocumentFaults = async (): Promise<string[]> =>
  faultsOfVerification((await readText(DOCUMENT)) ?? '');
