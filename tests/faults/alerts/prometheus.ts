import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@palier/base/paths';
import { freePort } from '@palier/base/process/free-port';
import type { ServerProcess } from '@palier/test-support/actors/server-process';

interface Alert {
  readonly state: string;
  readonly labels: { readonly alertname: string };
}

/**
 * Prometheus with the rules of deploy/, their `for:` shortened. `watch` names the processes that it reads.
 */
export async function startPrometheus(command: string, folder: string) {
  const port = await freePort();
  const targets = path.join(folder, 'targets.json');
  const rules = await readFile(path.join(ROOT, 'deploy/prometheus/rules.yml'), 'utf8');
  await writeFile(path.join(folder, 'rules.yml'), rules.replaceAll(/\bfor: \w+/g, 'for: 2s'));
  await writeFile(targets, '[]');
  await writeFile(
    path.join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '2s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        {
          job_name: 'palier',
          honor_labels: true,
          file_sd_configs: [{ files: [targets], refresh_interval: '1s' }],
        },
      ],
    }),
  );
  const child = spawn(
    command,
    [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  return {
    async alerts(): Promise<readonly Alert[]> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
      return ((await answer.json()) as { data: { alerts: Alert[] } }).data.alerts;
    },
    watch: (processes: readonly ServerProcess[]): Promise<void> =>
      writeFile(
        targets,
        JSON.stringify([{ targets: processes.map(({ url }) => url.slice('http://'.length)) }]),
      ),
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}
