import * as z from 'zod';
import { busEvents, stateStreams } from '../../../../shared/src/bus/events';
import type { Usage } from './usage';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const typeOf = (schema: JsonSchema): string =>
  schema.enum?.map((value) => `"${value}"`).join(' or ') ?? schema.type ?? 'anything';

function payloadOf(payload: z.core.$ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(payload, { io: 'input' }) as JsonSchema;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `\`${name}\`${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return fields.length === 0 ? 'nothing' : fields.join(', ');
}

const list = (names: readonly string[]): string => names.join(', ') || 'nobody';

/** docs/events.md, from the map of the bus. */
export function eventsDocument(): string {
  const rows = Object.entries(busEvents).map(
    ([type, { version, payload, emits, listens }]) =>
      `| \`${type}\` | ${version} | ${payloadOf(payload)} | ${list(emits)} | ${list(listens)} |`,
  );
  const states = Object.entries(stateStreams).map(
    ([state, { stream, writer }]) => `| ${state} | \`${stream}\` | ${writer} |`,
  );
  return `# Events and states of the page

Written by \`npm run events\` from \`shared/src/bus/events.ts\`; \`npm run verify\` fails when it is out of date, or when the sources
emit or hear something else than it says.

Facts cross between the shell and the remotes on one bus (\`@palier/shared/bus\`). Each is named \`domain/past-participle\` and checked
against its payload when it is emitted. One that is unknown or invalid is dropped, counted (\`bus.droppedCount()\`) and shown in the console of
a development build; nothing is thrown at whoever emitted it, and a listener that throws hurts nobody else.

A field that is added as optional keeps the version. Any other change of a payload is a new version: raise it here and the contract's version in
\`shared/src/routes\`, so that a remote built for the other one is refused when it is activated.

| event | version | payload | who emits | who listens |
|---|---|---|---|---|
${rows.join('\n')}

## States

Replayed streams: whoever subscribes gets the present value first. Each has one writer.

| state | stream | its one writer |
|---|---|---|
${states.join('\n')}
`;
}

function differing(
  what: string,
  declared: readonly string[],
  found: ReadonlySet<string> = new Set(),
): string[] {
  if (declared.length === found.size && declared.every((name) => found.has(name))) return [];
  return [`${what} by ${list([...found])} in the sources, by ${list(declared)} in the map.`];
}

/** Where the map and the sources disagree, one sentence each. */
export function disagreements(usage: ReadonlyMap<string, Usage>): string[] {
  const unknown = [...usage.keys()].filter((type) => !Object.hasOwn(busEvents, type));
  const wrong = Object.entries(busEvents).flatMap(([type, { emits, listens }]) => {
    const found = usage.get(type);
    return [
      ...differing(`${type}: emitted`, emits, found?.emits),
      ...differing(`${type}: heard`, listens, found?.listens),
    ];
  });
  return [...unknown.map((type) => `${type} is used and not in the map.`), ...wrong];
}
