#!/usr/bin/env node
/**
 * Starts Firefox (FIREFOX_PATH) for Playwright and answers, in place of the browser, the commands of
 * WebDriver BiDi that Firefox ESR does not know yet and that every context of Playwright sends. All other
 * messages pass unchanged.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN_TO_ESR = new Set(['emulation.setMediaFeaturesOverride']);
const ADDRESS = /(WebDriver BiDi listening on )(ws:\/\/\S+)/;

const { FIREFOX_PATH = '/usr/bin/firefox' } = process.env;
const firefox = spawn(FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('error', ({ message }) => {
  process.stderr.write(`Firefox does not start (${message}). Debian, as root: apt-get install firefox-esr\n`);
  process.exit(3);
});
firefox.once('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const [, words, address] = ADDRESS.exec(line) ?? [];
  if (address === undefined) return void process.stderr.write(`${line}\n`);
  process.stderr.write(`${words}ws://127.0.0.1:${await relayTo(address)}\n`);
});

const textOf = (data) => Buffer.from(data).toString();

/** Opens a port whose messages go to `address`. */
function relayTo(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(`${address}${url}`, { maxPayload: 0 });
    const waiting = [];
    browser.once('open', () => waiting.splice(0).forEach((message) => browser.send(message)));
    browser.on('message', (message) => client.send(textOf(message)));
    browser.once('close', () => client.close());
    client.once('close', () => browser.close());
    client.on('message', (data) => {
      const message = textOf(data);
      const { id, method } = JSON.parse(message);
      if (UNKNOWN_TO_ESR.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else waiting.push(message);
    });
  });
  return new Promise((resolve) => server.once('listening', () => resolve(server.address().port)));
}
