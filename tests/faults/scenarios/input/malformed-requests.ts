import { type RawAnswer, send, sendText } from '@palier/test-support/actors/raw-http';
import type { Scenario } from '../../scenario';

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

export default [
  {
    id: 'F64',
    title: 'content types',
    fault: 'malformed and foreign content types, none, and malformed or deeply nested bodies',
    bound: '4xx with a message',
    async run({ cluster, expect }) {
      const { accessToken } = await cluster.login('admin');
      const head = [
        'POST /api/v1/transactions HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${accessToken}`,
        'Connection: close',
      ];
      const before = await cluster.balanceOf('client');
      for (const type of CONTENT_TYPES)
        for (const body of BODIES_OF_TYPES) {
          const typeLines = type === null ? [] : [`Content-Type: ${type}`];
          const lines = [...head, ...typeLines, `Content-Length: ${body.length}`, '', body];
          const text = await sendText(cluster.urlOf(0), lines.join('\r\n'));
          expect(isRefusal(text), `${type} ${body}: ${text.slice(0, 80)}`);
        }
      expect((await cluster.balanceOf('client')) === before, 'money moved');
    },
  },
  {
    id: 'F66',
    title: 'page parameters',
    fault: 'pages and sizes below zero, malformed, huge, past the end, on all lists',
    bound: '400, or an empty page with true totals',
    async run({ cluster, expect, expectAnswer }) {
      const { accessToken: token } = await cluster.login('admin');
      for (const [method, list] of LISTS) {
        const readPage = (query: string): Promise<RawAnswer> =>
          send(cluster.urlOf(0), { method, path: `/api/v1${list}${query}`, token });
        const { totalElements, totalPages } = (await readPage('page=0&size=10')).json as ListPage;
        expect(
          totalPages === Math.ceil(totalElements / 10),
          `${list}: ${totalPages} pages of ${totalElements}`,
        );
        for (const query of BAD_PAGES) expectAnswer(list + query, await readPage(query), 400);
        for (const page of [totalPages, 12_345, 999_999_999]) {
          const past = await readPage(`page=${page}&size=10`);
          expectAnswer(`${list}page=${page}`, past, 200);
          const { data, totalElements: total } = past.json as ListPage;
          expect(
            data?.length === 0 && total === totalElements,
            `${list}page=${page}: ${past.text.slice(0, 80)}`,
          );
        }
      }
    },
  },
] satisfies Scenario[];
