import { findTextFault, type TextFault } from '@palier/shared/contracts/requests';
import { parseArgs } from 'node:util';
import { withSecretFiles } from '../config/secret-files';
import { databaseSentence } from '../database/database-errors';
import { createPool } from '../database/pool';
import { checkSchema } from '../database/migrate';
import { recordJobRun } from '../maintenance/job-run.repository';
import { calledAs } from './called-as';
import { COMMANDS } from './commands';
import { databaseUrlOf } from './database-url';
import { operatorName } from './operator';
import { EXIT, UsageError, type ExitCode, type OperatorCall, type OperatorCommand } from './operator-command';

const EXIT_CODES =
  'Exit codes: 0 done, 1 a finding, 2 a mistake on the command line, 3 the work could not be done.\n';

const usageOf = (name: string, command: OperatorCommand): string =>
  (command.forms ?? [''])
    .map((form) => `${calledAs(name, command.isTopLevel)} ${form}`.trimEnd())
    .join('\n       ');

function listOfCommands(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, command]) => `${calledAs(name, command.isTopLevel).padEnd(34)}${command.summary}`,
  );
  return `${lines.join('\n')}
Changes are recorded under your name on this machine, or under another one: --by <name>.
${calledAs('<command>')} --help explains a command.
${EXIT_CODES}`;
}

function describe(name: string, command: OperatorCommand): string {
  const help = command.help === undefined ? '' : `${command.help}\n`;
  return `Usage: ${usageOf(name, command)}\n\n${name} ${command.summary}.\n${help}${EXIT_CODES}`;
}

/**
 * Runs an operator's command, and writes results to standard output and refusals to standard error. Returns
 * the exit code.
 */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<ExitCode> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const isHelp = name === '--help' || name === 'help';
    const unknown = name === '' || isHelp ? '' : `"${name}" is not a command.\n`;
    (isHelp ? process.stdout : process.stderr).write(unknown + listOfCommands());
    return isHelp ? EXIT.ok : EXIT.usage;
  }
  try {
    const call = readCall(command, args);
    if (call !== null) return await runIn(command, call);
    process.stdout.write(describe(name, command));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof UsageError)) {
      process.stderr.write(`${databaseSentence(error)}\n`);
      return EXIT.failed;
    }
    process.stderr.write(`${error.message}\nUsage: ${usageOf(name, command)}\n`);
    return EXIT.usage;
  }
}

const MAX_TEXT_LENGTH = 500;
const TEXT_FAULTS: Record<TextFault, string> = {
  empty: 'must not be empty',
  'forbidden-character': 'contains an invisible or forbidden character',
  'too-many-marks': 'has too many marks on one letter',
};

/** Throws a UsageError for a text that is stored for ever and read by others, and is not readable. */
function assertReadable(name: string, text: string): void {
  if (text.length > MAX_TEXT_LENGTH)
    throw new UsageError(`--${name} must be a text of at most ${MAX_TEXT_LENGTH} characters.`);
  const fault = findTextFault(text);
  if (fault !== null) throw new UsageError(`--${name} ${TEXT_FAULTS[fault]}.`);
}

/** The call that the arguments describe; null for `--help`. Throws a UsageError. */
function readCall({ words = [0, 0], options = {} }: OperatorCommand, args: string[]): OperatorCall | null {
  const parsed = parse(args, { ...options, by: { type: 'string' }, help: { type: 'boolean' } });
  const { by, help, ...values } = parsed.values;
  if (help === true) return null;
  for (const [name, value] of Object.entries({ ...values, by }))
    if (typeof value === 'string') assertReadable(name, value);
  if (parsed.positionals.length > words[1])
    throw new UsageError('Too many arguments: put values with spaces in quotes.');
  if (parsed.positionals.length < words[0]) throw new UsageError('An argument is missing.');
  const faults: string[] = [];
  const environment = withSecretFiles(process.env, faults);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return {
    words: parsed.positionals,
    options: values as OperatorCall['options'],
    operator: typeof by === 'string' ? by : operatorName(),
    environment,
  };
}

function parse(args: string[], options: NonNullable<OperatorCommand['options']>) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

async function runIn(command: OperatorCommand, call: OperatorCall): Promise<ExitCode> {
  if (command.database === 'none') return report(await command.run(call));
  const databaseUrl = databaseUrlOf(call.environment, command.database);
  const pool = createPool(databaseUrl, { asOwner: command.database === 'owner' });
  try {
    await checkSchema(pool);
    const code = report(await command.run({ ...call, pool }));
    if (command.job !== undefined)
      await recordJobRun(pool, command.job(call), code === EXIT.ok).catch((error: unknown) =>
        process.stderr.write(`The run was not recorded: ${databaseSentence(error)}\n`),
      );
    return code;
  } finally {
    await pool.end();
  }
}

function report(outcome: ExitCode | string): ExitCode {
  if (typeof outcome !== 'string') return outcome;
  process.stdout.write(`${outcome}\n`);
  return EXIT.ok;
}
