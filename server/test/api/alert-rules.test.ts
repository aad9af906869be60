import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findProgram } from '@palier/scripts/process/find-program';
import { useTestServer } from './start-test-server';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROMETHEUS = path.join(ROOT, 'deploy/prometheus');
const RULES = path.join(PROMETHEUS, 'rules.yml');
const DASHBOARD = path.join(ROOT, 'deploy/grafana/dashboards/palier.json');
const promtool = findProgram('promtool', 'PROMTOOL');

const server = useTestServer();

test('alerts and dashboard: every metric that they read is one of the server', async () => {
  const { body } = await server.app.inject('/metrics');
  const served = new Set(body.match(/(?<=^# TYPE )\w+/gm));
  // Served only with NATS_URL.
  served.add('palier_nats_connected');
  for (const file of [RULES, DASHBOARD]) {
    const read = (await readFile(file, 'utf8')).match(/\b(palier|nodejs|process)_\w+/g) ?? [];
    const missing = read.filter(
      (name) => !served.has(name) && !served.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    assert.ok(read.length > 0);
    assert.deepEqual(missing, [], file);
  }
});

test('alerts: each has an entry in the runbook', async () => {
  const runbook = await readFile(path.join(ROOT, 'docs/runbook.md'), 'utf8');
  for (const [name] of (await readFile(RULES, 'utf8')).matchAll(/(?<=alert: )\w+/g))
    assert.match(runbook, new RegExp(`^#+ .*\\b${name}\\b`, 'm'));
});

test(
  'alerts: faults fire each of them, an hour without faults none (promtool)',
  { skip: promtool === null && 'promtool is not installed (apt install prometheus)' },
  async () => {
    await promisify(execFile)(promtool!, ['check', 'config', '--syntax-only', 'prometheus.yml'], {
      cwd: PROMETHEUS,
    });
    await promisify(execFile)(promtool!, ['test', 'rules', 'rules.test.yml'], { cwd: PROMETHEUS });
  },
);
