import * as z from 'zod';
import { eventFlow, stateStreams } from '@palier/shared/bus/event-flow';
import { busEvents, type BusEventType } from '@palier/shared/bus/events';
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

const list = (names: readonly string[]): string => names.join(', ') || 'none';

/** The text of docs/events.md. */
export function eventsDocument(): string {
  const rows = Object.entries(busEvents).map(([type, { version, payload }]) => {
    const { emits, listens } = eventFlow[type as BusEventType];
    return `| \`${type}\` | ${version} | ${payloadOf(payload)} | ${list(emits)} | ${list(listens)} |`;
  });
  const states = Object.entries(stateStreams).map(
    ([state, { stream, writer }]) => `| ${state} | \`${stream}\` | ${writer} |`,
  );
  return `# Events and states of the page

Written by \`npm run events\` from \`shared/src/bus/events.ts\` and \`event-flow.ts\`. \`npm run verify\`
fails when this page is out of date, or when the sources emit or listen to other events than it lists.

The shell and the remotes exchange events on one bus (\`@palier/shared/bus\`). An event is named
\`domain/past-participle\` and its payload is validated when it is emitted. An unknown or invalid event is
dropped, counted (\`bus.droppedCount()\`) and logged in development builds; the caller of \`emit\` gets no
error. A listener that throws does not affect the other listeners.

Adding an optional field keeps the version. Any other change of a payload needs a new version in
\`events.ts\`, and in \`ROUTES_CONTRACT_VERSION\` of \`shared/src/routes.ts\`: a remote built for the other
version is then refused when it is activated.

| event | version | payload | emitted by | listeners |
|---|---|---|---|---|
${rows.join('\n')}

## States

A reader gets the present value at once, and each change after it. Each state has one writer.

| state | read with | writer |
|---|---|---|
${states.join('\n')}
`;
}

function differenceOf(
  subject: string,
  declared: readonly string[],
  found: ReadonlySet<string> = new Set(),
): string[] {
  if (declared.length === found.size && declared.every((name) => found.has(name))) return [];
  return [`${subject} by ${list([...found])} in the sources, by ${list(declared)} in event-flow.ts.`];
}

/** The differences between the declared events and the sources, one sentence each. */
export function findDifferences(usage: ReadonlyMap<string, Usage>): string[] {
  const unknown = [...usage.keys()].filter((type) => !Object.hasOwn(busEvents, type));
  const wrong = Object.entries(eventFlow).flatMap(([type, { emits, listens }]) => {
    const found = usage.get(type);
    return [
      ...differenceOf(`${type}: emitted`, emits, found?.emits),
      ...differenceOf(`${type}: listened to`, listens, found?.listens),
    ];
  });
  return [...unknown.map((type) => `${type} is used and not declared.`), ...wrong];
}
