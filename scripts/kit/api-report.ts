import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { readManifest } from '@palier/base/workspaces.mjs';

export const REPORT = join(ROOT, 'shared/api.txt');
const HEADING =
  '# What @palier/shared exports, by "npm run kit -- --report". ' +
  'A new name raises its minor version and is listed in ADDED_NAMES; ' +
  'a removal or change raises the major version.';

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature;

/** One line for an exported name: its declaration if it is a type, else its type. */
function describe(checker: ts.TypeChecker, exported: ts.Symbol): string {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined) return exported.name;
  const file = declaration.getSourceFile();
  // A name of a library, which has its own versions.
  if (file.fileName.includes('/node_modules/')) {
    const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.fileName) ?? [];
    return `${exported.name}: of ${library}`;
  }
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) {
    const printer = ts.createPrinter({ removeComments: true });
    return printer.printNode(ts.EmitHint.Unspecified, declaration, file).replaceAll(/\s+/g, ' ');
  }
  return `${exported.name}: ${checker.typeToString(checker.getTypeOfSymbol(symbol), declaration, FORMAT)}`;
}

/** The names that each of these files exports, with their types, one a line. */
export function exportedLines(configFile: string, paths: readonly string[]): string[][] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, configFile),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  )!;
  const files = paths.map((path) => join(ROOT, path));
  const declarations = join(ROOT, 'shared/src/css-modules.d.ts');
  const program = ts.createProgram([...files, declarations], config.options);
  const checker = program.getTypeChecker();
  return files.map((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    const names = module === undefined ? [] : checker.getExportsOfModule(module);
    return names.map((name) => describe(checker, name)).sort();
  });
}

/** The names that each entry of shared exports, with their types. */
export function apiReport(): string {
  const { exports, version } = readManifest('shared') as {
    exports: Record<string, string>;
    version: string;
  };
  const entries = Object.entries(exports).filter(
    ([entry, path]) => /\.tsx?$/.test(path) && entry !== './testing',
  );
  const files = entries.map(([, path]) => join('shared', path));
  const lines = exportedLines('shared/tsconfig.json', files);
  const parts = entries.map(
    ([entry], index) =>
      `\n@palier/shared${entry.slice(1)}\n${lines[index]!.map((line) => `  ${line}\n`).join('')}`,
  );
  return `${HEADING}\nversion ${version.replace(/\.\d+$/, '')}\n${parts.join('')}`;
}

export const writeReport = (): Promise<void> => writeFile(REPORT, apiReport());

/** Throws a CommandError when the report in the repository is not that of the sources. */
export async function checkReport(): Promise<void> {
  const [before, now] = [await readFile(REPORT, 'utf8').catch(() => ''), apiReport()];
  if (before === now) return;
  const [gone, added] = [
    [before, now],
    [now, before],
  ].map(([text, other]) => {
    const others = new Set(other!.split('\n'));
    return text!.split('\n').filter((line) => !others.has(line));
  });
  const lines = [...gone!.map((line) => `- ${line}`), ...added!.map((line) => `+ ${line}`)];
  throw new CommandError(
    `What @palier/shared exports differs from shared/api.txt:\n${lines.join('\n')}`,
    'A new name raises the minor version of shared and is listed in ADDED_NAMES; ' +
      'a removal or change raises the major version. Then: npm run kit -- --report',
  );
}
