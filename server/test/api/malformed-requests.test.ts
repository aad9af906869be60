import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAnswer, useDemoServer } from './demo-server';
import { type RawAnswer, send, sendText } from '@palier/test-support/actors/raw-http';

const CONTENT_TYPES = [
  'application/json	',
  ' application/json',
  'application/ json',
  'application/json;',
  'application/jsonx',
  'APPLICATION/JSON',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  '*/*',
  ';',
  '"',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  'application/vnd.api+json',
  null,
];
const BODIES_OF_TYPES = [
  '{"receiverUsername":"client","amount":"5","type":"DEPOSIT"}',
  'receiverUsername=client&amount=5&type=DEPOSIT',
  '{',
  '{"receiverUsername":"client","amount":5,"amount":6,"type":"DEPOSIT"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
];
const isRefusal = (text: string): boolean => /^HTTP\/1\.1 4\d\d/.test(text) && text.includes('"errors":["');

const LISTS = [
  ['POST', '/user/sub-accounts?'],
  ['POST', '/user/search?username=a&'],
  ['GET', '/transactions/history/outgoing?'],
  ['GET', '/transactions/history/incoming?'],
] as const;
const BAD_PAGES = [
  'page=-1',
  'page=1.5',
  'page=a',
  'page=',
  'page=1e9',
  'page=9999999999',
  'page=0&page=1',
  'offset=1',
  'size=0',
  'size=-1',
  'size=101',
  'size=1e2',
  'size=%2010',
  'size=10&size=10',
];

interface ListPage {
  readonly totalElements: number;
  readonly totalPages: number;
  readonly data: readonly unknown[];
}

describe('malformed requests', () => {
  const server = useDemoServer();

  test('content types: a foreign type or a malformed body gets a 4xx with a message (F64)', async () => {
    const { accessToken } = await server.login('admin');
    const head = [
      'POST /api/v1/transactions HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${accessToken}`,
      'Connection: close',
    ];
    const before = await server.balanceOf('client');
    for (const type of CONTENT_TYPES)
      for (const body of BODIES_OF_TYPES) {
        const typeLines = type === null ? [] : [`Content-Type: ${type}`];
        const lines = [...head, ...typeLines, `Content-Length: ${body.length}`, '', body];
        const text = await sendText(server.urlOf(0), lines.join('\r\n'));
        assert.ok(isRefusal(text), `${type} ${body}: ${text.slice(0, 80)}`);
      }
    assert.ok((await server.balanceOf('client')) === before, 'money moved');
  });

  test('pages: an invalid page is refused, and one past the end is empty (F66)', async () => {
    const { accessToken: token } = await server.login('admin');
    for (const [method, list] of LISTS) {
      const readPage = (query: string): Promise<RawAnswer> =>
        send(server.urlOf(0), { method, path: `/api/v1${list}${query}`, token });
      const { totalElements, totalPages } = (await readPage('page=0&size=10')).json as ListPage;
      assert.ok(
        totalPages === Math.ceil(totalElements / 10),
        `${list}: ${totalPages} pages of ${totalElements}`,
      );
      for (const query of BAD_PAGES) assertAnswer(list + query, await readPage(query), 400);
      for (const page of [totalPages, 12_345, 999_999_999]) {
        const past = await readPage(`page=${page}&size=10`);
        assertAnswer(`${list}page=${page}`, past, 200);
        const { data, totalElements: total } = past.json as ListPage;
        assert.ok(
          data?.length === 0 && total === totalElements,
          `${list}page=${page}: ${past.text.slice(0, 80)}`,
        );
      }
    }
  });
});
