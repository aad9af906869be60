import { http as wire, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { runWire } from '../testing';
import { firstError, http, noContent } from './index';

const server = setupServer();

runWire(server);

/** The text that is shown when a call is refused with `body`. */
async function textShownFor(body: BodyInit): Promise<string> {
  server.use(
    wire.post('*/api/v1/refused', () => new HttpResponse(body, { status: 400, headers: JSON_TYPE })),
  );
  const refusal: unknown = await http.post('/refused', {}, noContent).catch((error: unknown) => error);
  return firstError(refusal, 'fallback');
}
const JSON_TYPE = { 'content-type': 'application/json' };

it.each([
  '{"errors":["Solde insuffisant."]}',
  '{"errors":["Solde insuffisant.","x"],"code":"conflict"}',
  '{"errors":["Solde insuffisant.",{"field":"amount"}],"code":409,"requestId":null}',
])('refusals: the refusal is %s, its first sentence is shown', async (body) => {
  expect(await textShownFor(body)).toBe('Solde insuffisant.');
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{}',
  '{"errors":[]}',
  '{"errors":"x"}',
  '{"errors":[null]}',
  '{"errors":[{}]}',
])('refusals: the refusal is %j, the fallback is shown', async (body) => {
  expect(await textShownFor(body)).toBe('fallback');
});

it('refusals: the error is not an HTTP error, the fallback is shown', () => {
  expect(firstError(new Error('x'), 'fallback')).toBe('fallback');
});
