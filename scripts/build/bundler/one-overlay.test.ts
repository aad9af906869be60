import assert from 'node:assert/strict';
import { test } from 'node:test';

type Message = { type: string; messages?: unknown[] };

test('error overlay: an error common to two dev servers shows once, until the last has none', async () => {
  const sent: Message[] = [];
  const overlay = { send: (message: Message) => void sent.push(message) };
  Object.assign(globalThis, { __palierOverlay: { overlay, problems: new Map() } });
  const { createOverlay } = await import('./one-overlay.mjs');
  const shown = (): unknown[] => sent.at(-1)?.messages ?? [];
  const shared = { moduleName: '../shared/src/dates/index.ts', message: 'Unexpected token' };
  const own = { moduleName: './src/routes.tsx', message: 'Unexpected token' };
  const [shell, agent, casino] = [createOverlay({}), createOverlay({}), createOverlay({})];
  shell.send({ type: 'BUILD_ERROR', level: 'error', messages: [shared] });
  agent.send({ type: 'BUILD_ERROR', level: 'error', messages: [{ ...shared }, own] });
  assert.deepEqual(shown(), [shared, own]);
  const before = sent.length;
  casino.send({ type: 'DISMISS' });
  assert.equal(sent.length, before);
  agent.send({ type: 'DISMISS' });
  assert.deepEqual(shown(), [shared]);
  shell.send({ type: 'DISMISS' });
  assert.deepEqual(sent.at(-1), { type: 'DISMISS' });
});
