import { spawn } from 'node:child_process';

/** Runs a program of Node to its end. */
export function runProgram(
  words: readonly string[],
  env = process.env,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}
