// Reads the settings of many new data folders, each at the same moment as the other processes that run this
// program.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/config/config';

const FOLDERS = 100;
const READ_EVERY_MS = 3;

const [folder = '', startAt = ''] = process.argv.slice(2);
const secrets: string[] = [];
await wait(Math.max(0, Number(startAt) - Date.now()));
for (let number = 0; number < FOLDERS; number += 1) {
  while (Date.now() < Number(startAt) + number * READ_EVERY_MS);
  secrets.push(readConfig({ ...process.env, DATA_DIR: path.join(folder, String(number)) }).JWT_SECRET);
}
process.stdout.write(JSON.stringify(secrets));
