import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '@palier/base/process/free-port';
import { expect } from '../support/test';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB_RUN = '/usr/bin/xvfb-run';
const BROWSERS = ['4.1', '4.0', '6.0'].map(
  (version) =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** A browser that is driven by the WebDriver protocol, which needs no library. */
export interface Driven {
  open(address: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs the body of a function in the page and returns its value; a promise is waited for. */
  run<Value>(body: string, ...values: readonly unknown[]): Promise<Value>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts WebKitGTK without a screen: Debian's packages webkit2gtk-driver and xvfb. */
export async function startWebKit(): Promise<Driven> {
  const binary = BROWSERS.find((place) => existsSync(place));
  if (!existsSync(DRIVER) || !existsSync(XVFB_RUN) || binary === undefined)
    throw new Error('WebKitGTK is not there: apt-get install webkit2gtk-driver xvfb');
  const port = await freePort();
  const driver = spawn(XVFB_RUN, ['-a', DRIVER, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/status`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const { sessionId } = await call<{ sessionId: string }>(`${origin}/session`, {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
    },
  });
  return driven(`${origin}/session/${sessionId}`, driver);
}

async function call<Value>(address: string, body?: object, method = 'POST'): Promise<Value> {
  const answer = await fetch(address, {
    method: body === undefined && method === 'POST' ? 'GET' : method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${address}: ${value.error} ${value.message}`);
  return value;
}

const driven = (session: string, driver: ChildProcess): Driven => ({
  open: (url) => call(`${session}/url`, { url }),
  resize: (width, height) => call(`${session}/window/rect`, { width, height }),
  async run<Value>(body: string, ...values: readonly unknown[]): Promise<Value> {
    const script = `const values = Array.prototype.slice.call(arguments, 0, -1);
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (function () { ${body} }).apply(null, values))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await call<{ value: Value; error?: string }>(`${session}/execute/async`, {
      script,
      args: values,
    });
    if (error !== undefined) throw new Error(error);
    return value;
  },
  picture: async () => Buffer.from(await call<string>(`${session}/screenshot`), 'base64'),
  async close() {
    await call(session, undefined, 'DELETE').catch(() => undefined);
    const ended = once(driver, 'exit');
    // The driver and the screen that xvfb-run started for it.
    if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM');
    await ended;
  },
});
