import { framedAddress } from './game.rules';

test.each([
  ['http://192.0.2.7:3000', 'http://192.0.2.7:3001/play', true],
  ['https://palier.test', 'http://palier.test:3001/play', false],
  ['http://192.0.2.7:3000', 'http://192.0.2.8:3001/play', false],
  ['http://192.0.2.7:3000', 'http://192.0.2.7:3000/play', false],
])('page %s: a game at %s may be framed: %s', (page, game, isAllowed) => {
  expect(framedAddress(game, page) !== null).toBe(isAllowed);
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script in capitals', 'JaVaScRiPt:alert(1)'],
  ['a script with a tab', 'java\tscript:alert(1)'],
  ['inline data', 'data:text/html,<script>alert(1)</script>'],
  ['a blob of our origin', 'blob:http://localhost:3000/1'],
  ['our own origin', 'http://localhost:3000/game'],
  ['our own origin, spelled with a space', ' http://LOCALHOST:3000/game'],
  ['our own origin with a user', 'http://x@localhost:3000/game'],
  ['a relative path', '/game'],
  ['a path without a scheme', '//evil.test/game'],
  ['a backslash path', '\\\\evil.test\\game'],
  ['plain http to another host', 'http://evil.test/game'],
  ['plain http to an IP address', 'http://192.0.2.1/play'],
  ['a host that starts like a local one', 'http://localhost.evil.test/game'],
  ['credentials', 'https://user:secret@games.test/play'],
  ['a user that looks like a host', 'https://games.test@evil.test/play'],
  ['a file', 'file:///etc/passwd'],
  ['a file system of our origin', 'filesystem:http://localhost:3000/temporary/x'],
  ['a WebSocket', 'wss://games.test/play'],
  ['about:blank', 'about:blank'],
  ['about:srcdoc', 'about:srcdoc'],
  ['empty', ''],
])('launch URL: one that is %s is refused', (_, hostile) => {
  expect(framedAddress(hostile, 'http://localhost:3000')).toBeNull();
});

test('launch URL: it is accepted in a browser without URL.canParse', () => {
  const { canParse } = URL;
  Reflect.deleteProperty(URL, 'canParse');
  try {
    expect(framedAddress('https://games.test/play', 'http://localhost:3000')).not.toBeNull();
  } finally {
    Object.assign(URL, { canParse });
  }
});
