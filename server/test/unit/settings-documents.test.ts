import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config/config';
import {
  checkSettings,
  faultsOfCommands,
  faultsOfDeployment,
  faultsOfExamples,
  faultsOfTable,
} from './settings-documents';

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
  test(`settings: in an example ${fault}, one error`, () => {
    assert.equal(faultsOfExamples(text).length, 1);
  });
}

test('settings: the table has the row of no setting, or another default, it is named', () => {
  const differing = table.replace('`PORT` | 3000', '`PROT` | 3000').replace('| 300 |', '| 200 |');
  assert.match(
    faultsOfTable(differing).join('\n'),
    /^.*no row of PORT\n.*default of RATE_LIMIT is 300\n.*PROT, which is not a setting$/,
  );
});

test('settings: a unit or a compose file sets a variable that no program reads, it is named', () => {
  assert.equal(faultsOfDeployment('a.service', 'Environment=PORT=%i\nEnvironment=PROT=%i\n').length, 1);
  assert.equal(faultsOfDeployment('compose.yaml', '    PROT: 1\n    PORT: 1\n    image: x\n').length, 1);
});

test('settings: a unit calls a command that does not exist, it is named', () => {
  const unit = 'ExecStart=/opt/palier/current/bin/palier admin verify\nExecStart=palier admin verifies\n';
  assert.deepEqual(faultsOfCommands('a.service', unit), [
    'a.service calls palier admin verifies, which does not exist',
  ]);
});
