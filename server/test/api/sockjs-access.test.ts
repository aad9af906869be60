import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useDemoServer } from './demo-server';
import { createPlayers, type Player } from '@palier/test-support/actors/players';
import { connectFrame, openRawClient } from '@palier/test-support/actors/stomp-client';
import { postXhr as post } from '@palier/test-support/actors/xhr-client';

const BROWSER = { cookie: `palier-socket=${'v'.repeat(32)}` };
const STRANGER = { cookie: `palier-socket=${'s'.repeat(32)}` };
const UNUSED_TRANSPORTS = [
  'jsonp?c=a',
  'jsonp_send',
  'htmlfile?c=a',
  'eventsource',
  '../../iframe.html',
  'websocket/x',
];
describe('SockJS access', () => {
  const server = useDemoServer();

  test('SockJS session: a stranger gets 404 and no data, and the session continues (G82)', async () => {
    const [player] = (await createPlayers(server, 1)) as [Player];
    const session = `${server.urlOf(0)}/ws-jackpot/000/held${Date.now().toString(36)}`;
    const opened = await post(`${session}/xhr`, '', BROWSER);
    assert.ok(opened.body === 'o\n', `the session does not open: ${opened.body}`);
    for (const headers of [STRANGER, {}])
      for (const way of ['xhr', 'xhr_streaming', 'xhr_send']) {
        const { status } = await post(`${session}/${way}`, '["CONNECT\\n\\n\\u0000"]', headers);
        assert.ok(status === 404, `${way} by a stranger: ${status}`);
      }
    const { status: unbound } = await post(`${session}0/xhr`);
    assert.ok(unbound === 404, `a session without a browser: ${unbound}`);
    const connect = JSON.stringify([connectFrame(player.token)]);
    const connected = await post(`${session}/xhr_send`, connect, BROWSER);
    assert.ok(connected.status === 204, `the owner connects: ${connected.status}`);
    const { body } = await post(`${session}/xhr`, '', BROWSER);
    assert.ok(body.includes('CONNECTED'), `the session does not go on: ${body}`);
  });

  test('sockets: foreign origins get 403, and unused transports 404 (G83)', async () => {
    const url = server.urlOf(0);
    const origins = [
      'https://evil.example',
      'null',
      `${url}.evil.example`,
      'http://localhost.evil',
      'file://',
    ];
    for (const origin of origins) {
      const headers = { origin, ...BROWSER };
      const info = await fetch(`${url}/ws-jackpot/info`, { headers });
      const isRefused = info.status === 403 && !info.headers.has('access-control-allow-origin');
      assert.ok(isRefused, `info for ${origin}: ${info.status}`);
      const { status } = await post(`${url}/ws-jackpot/000/foreign00/xhr`, '', headers);
      assert.ok(status === 403, `xhr for ${origin}: ${status}`);
      const socket = await openRawClient(url, { origin }).catch(() => null);
      socket?.end();
      assert.ok(socket === null, `websocket for ${origin}`);
    }
    for (const way of UNUSED_TRANSPORTS) {
      const { status } = await fetch(`${url}/ws-jackpot/000/abcdefgh/${way}`);
      assert.ok(status === 404, `${way}: ${status}`);
    }
  });
});
