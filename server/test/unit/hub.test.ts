import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSocketHub, type HubConnection } from '../../src/realtime/hub';

const TOPIC = '/topic/jackpot/user/7';

function connectionOf(sessionId: string, takes: boolean): HubConnection & { readonly closed: string[] } {
  const closed: string[] = [];
  return {
    userId: 7,
    sessionId,
    closed,
    destinations: () => [TOPIC],
    deliver: () => takes,
    close: (reason) => void closed.push(reason),
  };
}

test('socket hub: one socket of several takes a message, publish returns true', () => {
  for (const takers of [
    [true, false],
    [false, true],
  ]) {
    const hub = createSocketHub();
    for (const takes of takers) hub.subscribe(TOPIC, connectionOf('s', takes));
    assert.equal(hub.publish(TOPIC, '{}'), true);
  }
  const hub = createSocketHub();
  hub.subscribe(TOPIC, connectionOf('s', false));
  assert.deepEqual([hub.publish(TOPIC, '{}'), hub.publish('/topic/other', '{}')], [false, false]);
});

test('socket hub: a socket is removed twice, it counts once, and the last one removes topic and user', () => {
  const hub = createSocketHub();
  const presence: string[] = [];
  hub.onInterest({
    userWanted: (id) => presence.push(`+${id}`),
    userUnwanted: (id) => presence.push(`-${id}`),
  });
  const [one, other] = [connectionOf('a', true), connectionOf('b', true)];
  for (const connection of [one, other]) {
    hub.add(connection);
    hub.subscribe(TOPIC, connection);
  }
  hub.remove(one);
  hub.remove(one);
  assert.deepEqual([hub.count(), hub.hasUser(7), presence], [{ sockets: 1, topics: 1 }, true, ['+7']]);
  hub.remove(other);
  assert.deepEqual([hub.count(), hub.hasUser(7), presence], [{ sockets: 0, topics: 0 }, false, ['+7', '-7']]);
});

test('socket hub: the sockets of one session are closed, the user’s other sessions keep theirs', () => {
  const hub = createSocketHub();
  const [kept, ended] = [connectionOf('kept', true), connectionOf('ended', true)];
  for (const connection of [kept, ended]) hub.add(connection);
  hub.closeSocketsOfSession('ended');
  assert.deepEqual([kept.closed, ended.closed], [[], ['session ended']]);
});
