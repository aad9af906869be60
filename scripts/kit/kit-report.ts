import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { exportedLines } from './api-report';
import { TYPE_DECLARATIONS } from './make-kit';
import { USAGE } from './usage';
import { kitVersion } from './versions';

export const KIT_REPORT = join(ROOT, 'scripts/kit/api.txt');

const HEADING =
  '# What @palier/remote-kit offers, by "npm run kit -- --report". ' +
  'A new name or command raises the minor version of shared; a removal or change raises the major version.';

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

/** The exports of the kit with their types, and the commands of its program. */
export function kitReport(): string {
  const declared = Object.entries(TYPE_DECLARATIONS).map(([file, text]) => {
    const names = text
      .split(/^(?=export )/m)
      .filter((part) => part.startsWith('export '))
      .map((part) => part.replaceAll(/\s+/g, ' ').trim());
    return `\n@palier/remote-kit/${file.replace('.d.ts', '')}\n${indented(names)}`;
  });
  const harness = exportedLines('standalone/tsconfig.json', ['standalone/src/index.ts'])[0] ?? [];
  return (
    `${HEADING}\nversion ${kitVersion().replace(/\.\d+$/, '')}\n${declared.join('')}` +
    `\n@palier/remote-kit/harness\n${indented(harness)}` +
    '\n@palier/remote-kit/harness/index.html\n\n@palier/remote-kit/tsconfig.json\n' +
    `\npalier-remote\n${indented(USAGE.split('\n'))}`
  );
}

export const writeKitReport = (): Promise<void> => writeFile(KIT_REPORT, kitReport());
