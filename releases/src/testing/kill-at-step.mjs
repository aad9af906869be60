import { Socket } from 'node:net';

// Loaded by --import: ends the process like kill -9 before it sends message number KILL_AT to the database,
// or when half of that message is sent, with KILL_HALF. The commands need nothing for it.
const { KILL_AT = '', KILL_HALF = '', RELEASES_DATABASE_URL = '' } = process.env;
const { port } = new URL(RELEASES_DATABASE_URL);
const { write } = Socket.prototype;
let sent = 0;

Socket.prototype.write = function writeOrEnd(content, ...rest) {
  if (String(this.remotePort) !== port) return write.call(this, content, ...rest);
  sent += 1;
  if (sent !== Number(KILL_AT)) return write.call(this, content, ...rest);
  const end = () => process.kill(process.pid, 'SIGKILL');
  if (KILL_HALF === '') return end();
  return write.call(this, content.subarray(0, content.length / 2), end);
};
