/** The parts of a JSON Schema that decide its example. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Values of fields by their path from the operationId on: the first one whose path and type fit. */
const VALUES: readonly (readonly [path: RegExp, value: unknown])[] = [
  [/\.versions$/, { casino: '1.5.0' }],
  [/accounts\.path$/, 'superadmin'],
  [/sessions\.id$/, '5f0c1f0e-8f3b-4c57-9f52-0c6a0c8f7b11'],
  [/\.(challenge|clientDataJSON|authenticatorData|attestationObject|signature|userHandle)$/, 'eyJ0eXBlIjoi'],
  [/(signInWithPasskey|passkey|excludeCredentials|beginPasskey\.user)\.id$/, 'pX3kQ7wT'],
  [/\.transactionId$/, 812],
  [/\.transactionId$/, 't-1'],
  [/\.roundId$/, 'r-48213'],
  [/\.parentId$/, 3],
  [/id$/i, 4],
  [/\.(initiator|actor)Username$/, 'admin'],
  [/username$/i, 'client'],
  [/\.role(Name)?$/, 'ROLE_CLIENT'],
  [/^login\.password$|\.oldPassword$/, 'Client1234'],
  [/password$/i, 'Sbeitla2026'],
  [/\.accessToken$/, 'eyJhbGciOiJIUzI1NiJ9…'],
  [/\.refreshToken$/, 'vT3s…'],
  [/\.active$/, true],
  [/\.(isFrozen|isDirect|isByOperator)$/, false],
  [/\.browser$/, 'Firefox'],
  [/\.system$/, 'Windows'],
  [/draws\.startedAt$/, '2026-03-01T13:05:09.120Z'],
  [/^readDayClose\.date$|days\.date$|\.from$|\.to$/, '2026-03-01'],
  [/\.date$|\.(read|created|started|lastUsed|lastSignIn)At$/, '2026-03-01T14:05:09.120'],
  [/\.(total|totalPages|totalElements|ended|movementCount|activePlayers)$/, 1],
  [/\.(currentPage|gap|inPlay|withdrawn|withdrawals|returned|jackpotPrizes|totalOut)$/, 0],
  [/\.(amount|balanceAfter)$/, 250],
  [/draws\.number$/, 3],
  [/\.number$/, 48_213],
  [/\.next$/, '412.12.90'],
  [/\.key$/, 'I12'],
  [/Journal\.data\.kind$/, 'password-changed'],
  [/steps\.kind$/, 'BET'],
  [/\.(type|initiatorTransactionType|kind)$/, 'DEPOSIT'],
  [/\.kind$/, 'slot'],
  [/\.note$/, 'avance de mars'],
  [/\.(providerCode|code)$/, 'PRAGMATIC'],
  [/\.name$/, 'Pragmatic'],
  [/\.(gameCode|game_code)$/, 'canopy-idols'],
  [/\.(title|gameTitle|game_name)$/, 'Canopy Idols'],
  [/\.returnPercent$/, 96.1],
  [/\.volatility$/, 'medium'],
  [/\.banner$/, 'https://games.example/banners/canopy-idols.svg'],
  [/\.launch_url$/, 'https://games.example/play?session=…'],
  [/draws\.tier$/, 'bronze'],
  [/\.remote$/, 'casino'],
  [/\.version$/, '1.5.0'],
  [/^reportRemoteFailure\.reason$/, 'TypeError: …'],
  [/\.(lcpMs|inpMs)$/, 80],
  [/^excludeOneself\.months$/, 6],
  [/\.hours$/, 24],
];
const BY_TYPE: Readonly<Record<string, unknown>> = { number: 250, boolean: true, string: '…' };

const typesOf = ({ type = 'object' }: JsonSchema): readonly string[] =>
  [type].flat().map((name) => (name === 'integer' ? 'number' : name));

function valueOf({ anyOf, ...own }: JsonSchema, path: string): unknown {
  const schema = anyOf?.[0] ?? own;
  const fits = (value: unknown) => schema.enum?.includes(value) ?? typesOf(schema).includes(typeof value);
  return VALUES.find(([field, value]) => field.test(path) && fits(value))?.[1];
}

/**
 * An example that holds the schema: with its required fields, and the optional ones that have a value above.
 */
export function exampleOf(schema: JsonSchema, path: string): unknown {
  if (schema.const !== undefined) return schema.const;
  const value = valueOf(schema, path);
  if (value !== undefined) return value;
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, path);
  const { items, properties = {}, required } = schema;
  if (items !== undefined) return [exampleOf(items, path)];
  const [type = ''] = typesOf(schema);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties)
        .map(([name, one]) => [name, one, `${path}.${name}`] as const)
        .filter(([name, one, at]) => required?.includes(name) === true || valueOf(one, at) !== undefined)
        .map(([name, one, at]) => [name, exampleOf(one, at)]),
    );
  return typesOf(schema).includes('null') ? null : (schema.enum?.[0] ?? BY_TYPE[type]);
}
