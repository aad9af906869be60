import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_PAGE_SIZE } from '@palier/shared/contracts';
import { REFUSAL_CODES } from '../../src/refusals/refusal';
import { useTestServer } from './start-test-server';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly pattern: string } }[];
  readonly responses: Record<
    string,
    { readonly content?: { 'application/json': { readonly example?: { readonly code?: string } } } }
  >;
}
interface Documentation {
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

const server = useTestServer({}, async () => {
  documentation = (await server.app.inject('/api/docs/json')).json();
  operations = Object.values(documentation.paths).flatMap((path) => Object.values(path));
});
let documentation: Documentation;
let operations: Operation[];

describe('API documentation', () => {
  test('API documentation: the page sizes of the schema are those that the server accepts', async () => {
    const { accessToken } = await server.login('admin');
    const sizes = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name === 'size'),
    );
    assert.equal(sizes.length, 7);
    for (const size of ['0', '1', String(MAX_PAGE_SIZE), String(MAX_PAGE_SIZE + 1), '-1', '1.5', '']) {
      const { status } = await server.call('GET', `/transactions/history/incoming?size=${size}`, accessToken);
      for (const { schema } of sizes)
        assert.equal(new RegExp(schema.pattern).test(size), status === 200, size);
    }
  });
  test('API documentation: the example codes fit their status, and each code is explained', () => {
    for (const { responses } of operations)
      assert.deepEqual(
        ['4XX', '5XX'].map((status) => responses[status]?.content?.['application/json'].example?.code),
        ['not-found', 'unavailable'],
      );
    for (const code of REFUSAL_CODES) assert.ok(documentation.info.description.includes(`\`${code}\``), code);
  });
});
