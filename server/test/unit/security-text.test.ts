import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { answerError } from '../../src/http/error-handler';
import { serveSecurityText } from '../../src/web/security-text';

const ADDRESS = '/.well-known/security.txt';
const CONTACTS = ['mailto:security@palier.example', 'https://palier.example/security'];

describe('security.txt', () => {
  const appWith = (context: TestContext, contacts: string[], expires: string | undefined) => {
    const app = Fastify();
    app.setErrorHandler(answerError);
    serveSecurityText(app, { SECURITY_CONTACTS: contacts, SECURITY_EXPIRES: expires });
    context.after(() => app.close());
    return app;
  };

  test('security.txt: it names the contacts and their end in the form of RFC 9116', async (context) => {
    const app = appWith(context, CONTACTS, '2999-12-31T23:59:59Z');
    const { statusCode, headers, body } = await app.inject(ADDRESS);
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    assert.equal(
      body,
      'Contact: mailto:security@palier.example\r\nContact: https://palier.example/security\r\n' +
        'Expires: 2999-12-31T23:59:59Z\r\n',
    );
  });

  test('security.txt: there is none without contacts', async (context) => {
    assert.equal((await appWith(context, [], undefined).inject(ADDRESS)).statusCode, 404);
  });

  test('security.txt: it is gone once its contacts have expired in a running process', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2027-06-29T23:59:59Z') });
    const app = appWith(context, CONTACTS, '2027-06-30T00:00:00Z');
    assert.equal((await app.inject(ADDRESS)).statusCode, 200);
    context.mock.timers.tick(1_000);
    assert.equal((await app.inject(ADDRESS)).statusCode, 404);
  });
});
