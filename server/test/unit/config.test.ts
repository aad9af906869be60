import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigurationError, readConfig, SETTINGS } from '../../src/config/config';
import { misspelledSettings } from '../../src/config/misspelled-settings';
import { operatorName } from '../../src/operator/operator';
import {
  checkSettings,
  faultsOfCommands,
  faultsOfDeployment,
  faultsOfExamples,
  faultsOfTable,
} from './settings-documents';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'palier-config-'));
process.once('exit', () => rmSync(DATA_DIR, { recursive: true }));

const MINIMAL_ENVIRONMENT = {
  DATABASE_URL: 'postgresql://palier@127.0.0.1/palier',
  PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
  PROVIDER_SECRET: 'a-secret-of-ours',
};
const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...MINIMAL_ENVIRONMENT, DATA_DIR, ...environment });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults;
  }
};

test('configuration: all wrong settings are named at once', () => {
  const wrong = {
    PORT: '99999',
    RATE_LIMIT: '-1',
    TRUST_PROXY: 'loopback, 10.0.0.999',
    NATS_URL: 'http://x',
    PROVIDER_URL: 'games.test:3001/gold_api',
    ALLOWED_IMAGE_ORIGINS: 'https://images.test/banners',
    CORS_ORIGINS: 'https://a.example,*',
    PROVIDER_GAME_WINDOWS: 'yes',
  };
  const faults = faultsOf(wrong);
  for (const name of Object.keys(wrong))
    assert.equal(faults.filter((fault) => fault.startsWith(name)).length, 1, `${name}: ${faults.join()}`);
});

test('configuration: a login in an HTTP address and an unsendable header are refused', () => {
  for (const [name, value] of [
    ['CERTIFICATES', 'https://user:hush@palier.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:hush@collector:4318'],
    ['PROVIDER_URL', 'https://:hush@games.example/gold_api'],
    ...['x=hush%0Ahush', 'x=hush%', 'a key=hush', 'hush'].map((list) => ['OTEL_EXPORTER_OTLP_HEADERS', list]),
  ] as [string, string][]) {
    const faults = faultsOf({ [name]: value }).join();
    assert.match(faults, new RegExp(`^${name} `));
    assert.doesNotMatch(faults, /hush/);
  }
  const headers = 'authorization=Bearer%20aGk/+==,x-scope=a%2Cb, y=1';
  assert.deepEqual(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: headers }), []);
});

test('configuration: a time zone given as an offset is refused', (context) => {
  context.mock.method(Intl, 'DateTimeFormat', function () {});
  assert.deepEqual(faultsOf({ TIME_ZONE: 'Africa/Tunis' }), []);
  assert.match(faultsOf({ TIME_ZONE: '+01:00' }).join(), /^TIME_ZONE /);
});

test('configuration: an unencoded password or role options in an address are named', () => {
  for (const address of ['postgresql://palier:pa/ss@db/palier', 'postgresql://palier:pa#ss@db/palier'])
    assert.match(faultsOf({ DATABASE_URL: address }).join(), /^DATABASE_URL .*%2F/);
  for (const address of ['nats://palier:pa/ss@a:4222', 'nats://a:4222,nats://b:99999', 'nats://a,http://b'])
    assert.match(faultsOf({ NATS_URL: address }).join(), /^NATS_URL /);
  assert.match(
    faultsOf({ DATABASE_URL: 'postgresql://palier@db/palier?sslmode=disable&options=-c%20a=b' }).join(),
    /^DATABASE_URL .*options/,
  );
  const good = {
    DATABASE_URL: 'postgresql://palier@/palier?host=/var/run/postgresql',
    NATS_URL: 'nats://palier:pa%2Fss@a:4222,tls://b',
  };
  assert.deepEqual(faultsOf(good), []);
});

test('configuration: production refuses the unencrypted address of another machine unless told so', () => {
  const faultOf = (address: string) =>
    faultsOf({ NODE_ENV: 'production', JWT_SECRET: 'j'.repeat(40), DATABASE_URL: address }).join();
  for (const address of [
    'palier@db/palier',
    'palier@127.0.0.1,db:5433/palier',
    'palier@/p?host=db.example',
    'palier@127.0.0.1/p?host=10.0.0.9',
    'palier@/p?host=/run&host=db.example',
  ])
    assert.match(faultOf(`postgresql://${address}`), /^DATABASE_URL does not encrypt/);
  for (const address of [
    'palier@127.0.0.1,[::1]:5433/p',
    'palier@/p?host=/run',
    'p@a,b/p?sslmode=verify-full',
    'p@a/p?sslmode=disable',
  ])
    assert.equal(faultOf(`postgresql://${address}`), '', address);
});

test('configuration: a missing certificate file is named', () => {
  const address = 'postgresql://palier@db/palier?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  for (const name of ['DATABASE_URL', 'OWNER_DATABASE_URL'])
    assert.match(faultsOf({ [name]: address }).join(), new RegExp(`^${name} .*/nowhere/ca\\.pem`));
});

test('configuration: a missing certificate file hints at no password, a bad sslmode is refused', () => {
  const of = (query: string): string => faultsOf({ DATABASE_URL: `postgresql://p@db/p?${query}` }).join();
  const missing = of('sslmode=verify-full&sslrootcert=/nowhere/ca.pem');
  assert.match(missing, /names the file \/nowhere\/ca\.pem, which cannot be read/);
  assert.doesNotMatch(missing, /password/);
  assert.match(of('sslmode=verify_full'), /unknown sslmode: write one of disable, .*verify-full/);
  assert.match(of('sslmode='), /unknown sslmode/);
  for (const mode of ['disable', 'require', 'verify-ca', 'verify-full'])
    assert.equal(of(`sslmode=${mode}`), '');
});

test('configuration: an inactivity limit within the life of an access token is refused', () => {
  assert.match(faultsOf({ SESSION_IDLE_S: '900' }).join(), /SESSION_IDLE_S must be longer than ACCESS_TOKEN/);
  assert.deepEqual(faultsOf({ SESSION_IDLE_S: '901' }), []);
});

test('configuration: contacts for security need a date in the future, and the reverse', () => {
  const SECURITY_CONTACTS = 'mailto:security@palier.example, https://palier.example/security';
  const SECURITY_EXPIRES = '2999-12-31T23:59:59Z';
  assert.deepEqual(faultsOf({ SECURITY_CONTACTS, SECURITY_EXPIRES }), []);
  assert.match(faultsOf({ SECURITY_CONTACTS }).join(), /^SECURITY_EXPIRES is missing/);
  assert.match(faultsOf({ SECURITY_EXPIRES }).join(), /^SECURITY_CONTACTS is missing/);
  const expired = { SECURITY_CONTACTS, SECURITY_EXPIRES: '2026-01-01T00:00:00Z' };
  assert.match(faultsOf(expired).join(), /^SECURITY_EXPIRES is in the past \(2026-01-01T00:00:00Z\)/);
  for (const malformed of ['soon', '2999-12-31', '2999-02-31T00:00:00Z', '2999-12-31T23:59:59+01:00'])
    assert.match(
      faultsOf({ SECURITY_CONTACTS, SECURITY_EXPIRES: malformed }).join(),
      /^SECURITY_EXPIRES must be a date and time in UTC/,
      malformed,
    );
  for (const malformed of ['security@palier.example', 'http://palier.example', 'mailto:a@b\r\nX: y'])
    assert.match(
      faultsOf({ SECURITY_CONTACTS: malformed, SECURITY_EXPIRES }).join(),
      /^SECURITY_CONTACTS must be a list of mailto: or https: addresses/,
      malformed,
    );
});

test('configuration: a variable one or two letters from a setting is named', () => {
  const sentences = misspelledSettings({
    ...MINIMAL_ENVIRONMENT,
    RATE_LIMITS: '20',
    JWT_SECRETS_FILE: '/x',
    PORTS: '1',
    // Variables of other programs and of systemd.
    HOME: '/',
    PATH: '/bin',
    PWD: '/',
    HOSTNAME: 'x',
    TERM: 'x',
    PGHOST: 'x',
    PGPORT: '1',
    RELEASE_KEYS: '',
    RELEASE_TOKEN: 'x',
  });
  assert.deepEqual(sentences, [
    'RATE_LIMITS is not a setting: did you mean RATE_LIMIT?',
    'JWT_SECRETS_FILE is not a setting: did you mean JWT_SECRET_FILE?',
    'PORTS is not a setting: did you mean PORT?',
  ]);
});

test('configuration: each variable of the example files is named when a letter is added', async () => {
  const folder = path.join(import.meta.dirname, '../../../deploy');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.env.example'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  const names = texts.flatMap((text) => [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!));
  assert.ok(names.length > 50);
  const unnamed = names.filter((name) => misspelledSettings({ [`${name}X`]: '1' }).length === 0);
  assert.deepEqual(unnamed, []);
});

test('configuration: a secret file is read, and a secret given twice or unreadable is refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-secrets-'));
  const file = path.join(folder, 'jwt');
  await writeFile(file, `${'j'.repeat(40)}\n`);
  assert.equal(readConfig({ ...MINIMAL_ENVIRONMENT, JWT_SECRET_FILE: file }).JWT_SECRET, 'j'.repeat(40));
  assert.match(faultsOf({ JWT_SECRET_FILE: file, JWT_SECRET: 'k'.repeat(40) })[0] ?? '', /both set/);
  assert.match(faultsOf({ JWT_SECRET_FILE: path.join(folder, 'none') })[0] ?? '', /cannot be read/);
  await rm(folder, { recursive: true });
});

test('configuration: a secret file that a crash filled with zero bytes is named', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-zeros-'));
  const file = path.join(folder, 'jwt.secret');
  await writeFile(file, Buffer.alloc(64));
  assert.deepEqual(faultsOf({ DATA_DIR: folder }), [`${file} is incomplete: delete it.`]);
  assert.match(faultsOf({ PROVIDER_SECRET_FILE: file })[0] ?? '', /^PROVIDER_SECRET/);
  await rm(folder, { recursive: true });
});

test('configuration: production refuses a missing secret and the demo accounts', () => {
  const [secret, demo] = faultsOf({ NODE_ENV: 'production', DEMO: 'true' });
  assert.match(secret ?? '', /^JWT_SECRET/);
  assert.match(demo ?? '', /^DEMO/);
});

test('operator: an account without a name, as in containers, is named by its number', (t) => {
  t.mock.method(os, 'userInfo', () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.match(operatorName(), /^user \d+$/);
});

const example = [...SETTINGS.keys()].map((name) => `${name}=`).join('\n');
const table = [...SETTINGS].map(([name, fallback]) => `| \`${name}\` | ${fallback} | meaning |`).join('\n');

test('settings: document, examples and deployment of this repository have no difference', async () => {
  assert.deepEqual(await checkSettings(), []);
});

for (const [fault, text] of [
  ['a setting is missing', example.replace('PORT=', '')],
  ['a setting is there twice', `${example}\nPORT=`],
  ['a name is misspelt', `${example}\nPROT=`],
  ['a default differs', example.replace('PORT=', '#PORT=3001')],
  ['a secret has a value', example.replace('JWT_SECRET=', 'JWT_SECRET=abc')],
] as const) {
  test(`settings: one error is reported when ${fault} in an example`, () => {
    assert.equal(faultsOfExamples(text).length, 1);
  });
}

test('settings: a row of no setting and another default in the table are named', () => {
  const differing = table
    .replace('`PORT` | 3000', '`PROT` | 3000')
    .replace('`RATE_LIMIT` | 300 |', '`RATE_LIMIT` | 200 |');
  assert.match(
    faultsOfTable(differing).join('\n'),
    /^.*no row of PORT\n.*default of RATE_LIMIT is 300\n.*PROT, which is not a setting$/,
  );
});

test('settings: a unit or a compose file that sets a variable that no program reads is named', () => {
  assert.equal(faultsOfDeployment('a.service', 'Environment=PORT=%i\nEnvironment=PROT=%i\n').length, 1);
  assert.equal(faultsOfDeployment('compose.yaml', '    PROT: 1\n    PORT: 1\n    image: x\n').length, 1);
});

test('settings: a unit that calls a command that does not exist is named', () => {
  const unit = 'ExecStart=/opt/palier/current/bin/palier admin verify\nExecStart=palier admin verifies\n';
  assert.deepEqual(faultsOfCommands('a.service', unit), [
    'a.service calls palier admin verifies, which does not exist',
  ]);
});

test('origins: only games and their pictures accept patterns, and wider patterns are refused', () => {
  const valid = 'https://*.vendor.example, https://games.example';
  assert.deepEqual(faultsOf({ ALLOWED_FRAME_ORIGINS: valid, ALLOWED_IMAGE_ORIGINS: valid }), []);
  for (const name of ['ALLOWED_FRAME_ORIGINS', 'ALLOWED_IMAGE_ORIGINS'])
    assert.match(faultsOf({ [name]: 'https://*.com' }).join(), /patterns of hosts below a domain/);
  for (const name of ['REMOTE_ORIGINS', 'CORS_ORIGINS'])
    assert.match(faultsOf({ [name]: valid }).join(), new RegExp(`^${name} must be a list of origins`));
});

test('origins: a host with a sign that extends a content security policy is refused in each list', () => {
  const lists = ['ALLOWED_FRAME_ORIGINS', 'ALLOWED_IMAGE_ORIGINS', 'REMOTE_ORIGINS', 'CORS_ORIGINS'];
  for (const name of lists)
    for (const origin of [
      'https://*',
      'https://*.com',
      'https://a;script-src',
      "https://'self'",
      'https://a.*.example',
    ])
      assert.equal(faultsOf({ [name]: origin }).length, 1, `${name} ${origin}`);
  for (const name of lists)
    assert.deepEqual(
      faultsOf({ [name]: 'https://a_b.example:8443, http://[::1]:3001, http://127.0.0.1' }),
      [],
    );
});
