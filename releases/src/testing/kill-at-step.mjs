import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded by --import: ends the process like kill -9 before the change number KILL_AT of a file in
// KILL_FOLDER, or before the first change of that name; a write is two changes, of which the second ends
// half-way. The commands need nothing for it.
const { KILL_AT = '', KILL_FOLDER = '/' } = process.env;
let step = 0;
const isLast = (name) => (step += 1) === Number(KILL_AT) || name === KILL_AT;
const end = () => process.kill(process.pid, 'SIGKILL');

for (const name of ['mkdir', 'open', 'writeFile', 'copyFile', 'link', 'rename', 'rm', 'unlink']) {
  const run = fs.promises[name];
  fs.promises[name] = async (...args) => {
    const path = String(args[name === 'copyFile' ? 1 : 0]);
    if (!path.startsWith(KILL_FOLDER)) return run(...args);
    if (isLast(name)) end();
    if (name === 'writeFile' && isLast('half')) {
      fs.writeFileSync(path, args[1].slice(0, args[1].length / 2));
      end();
    }
    return run(...args);
  };
}
syncBuiltinESMExports();
