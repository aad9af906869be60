import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { run } from '@palier/scripts/process/run';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  /** `{n}` is replaced by a unique name per call. */
  readonly body?: string;
}

export interface HttpLoad {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Sent repeatedly, in order. */
  readonly calls: readonly HttpCall[];
  /** Sends a new Idempotency-Key with each call. */
  readonly withKeys?: boolean;
  /** Folder for the generator's script. */
  readonly folder: string;
}

export interface HttpFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** An answer after this time is an error. wrk's default of two seconds is too short for a busy machine or a server just started. */
const ANSWER_LIMIT_S = 30;

let wrk: Promise<boolean> | undefined;

/** wrk where installed, because it uses the least processor time; else autocannon. */
export const findGeneratorName = async (): Promise<'wrk' | 'autocannon'> => {
  wrk ??= run('wrk', ['--version']).then(({ output }) => output.includes('wrk'));
  return (await wrk) ? 'wrk' : 'autocannon';
};

/** Loads a server over HTTP. Throws when an answer is not 2xx. */
export async function loadHttp(load: HttpLoad): Promise<HttpFigures> {
  const keyPrefix = `bench-${Date.now().toString(36)}-`;
  return (await findGeneratorName()) === 'wrk' ? runWrk(load, keyPrefix) : runAutocannon(load, keyPrefix);
}

/** Printed by the script's `done`; latencies in microseconds. */
const WRK_RESULT = /^result (\d+) (\d+) (\d+) (\d+) (\d+)$/m;

async function runWrk(load: HttpLoad, keyPrefix: string): Promise<HttpFigures> {
  const script = join(load.folder, 'load.lua');
  await writeFile(script, luaOf(load, keyPrefix));
  const { output } = await run('wrk', [
    ...['-t1', `-c${load.connections}`, `-d${load.seconds}s`, `--timeout=${ANSWER_LIMIT_S}s`],
    ...['-s', script, load.url],
  ]);
  const figures = WRK_RESULT.exec(output)?.slice(1).map(Number);
  const [requests = 0, errors = 0, durationUs = 0, p50Us = 0, p99Us = 0] = figures ?? [];
  if (requests === 0 || errors > 0) throw new Error(`${errors} calls were not answered with 2xx:\n${output}`);
  return { perSecond: (requests * 1e6) / durationUs, p50Ms: p50Us / 1_000, p99Ms: p99Us / 1_000 };
}

/** A fixed number of digits keeps the length of each kind of call constant. */
const NUMBER_DIGITS = 9;

/** Requests are built once and split at the call's number, which keeps the generator's own cost small. */
const luaOf = ({ calls, withKeys = false }: HttpLoad, keyPrefix: string): string => `local calls = {
${calls.map(({ method, path, token, body }) => `{${[method, path, token ?? '', body ?? ''].map((text) => JSON.stringify(text)).join(',')}}`).join(',\n')}
}
local mark = ("@"):rep(${keyPrefix.length + NUMBER_DIGITS})
local requests = {}
function init()
  for i, call in ipairs(calls) do
    local headers = {["content-type"] = call[4] ~= "" and "application/json" or nil}
    if call[3] ~= "" then headers["authorization"] = "Bearer " .. call[3] end
    ${withKeys ? 'headers["idempotency-key"] = mark' : ''}
    local body = call[4] ~= "" and call[4]:gsub("{n}", mark) or nil
    local parts = {}
    for part in (wrk.format(call[1], call[2], headers, body) .. mark):gmatch("(.-)" .. mark) do parts[#parts + 1] = part end
    requests[i] = parts
  end
end
local n = 0
function request()
  n = n + 1
  local parts = requests[(n - 1) % #requests + 1]
  if not parts[2] then return parts[1] end
  return table.concat(parts, ("${keyPrefix}%0${NUMBER_DIGITS}d"):format(n))
end
function done(summary, latency)
  local errors, count = summary.errors, 0
  for _, kind in ipairs({"connect", "read", "write", "status", "timeout"}) do count = count + errors[kind] end
  print(("result %d %d %d %d %d"):format(summary.requests, count, summary.duration, latency:percentile(50), latency:percentile(99)))
end
`;

async function runAutocannon(load: HttpLoad, keyPrefix: string): Promise<HttpFigures> {
  let sent = 0;
  const result = await autocannon({
    ...{ url: load.url, connections: load.connections, duration: load.seconds, timeout: ANSWER_LIMIT_S },
    requests: [
      {
        setupRequest(request) {
          const { method, path, token, body } = load.calls[sent % load.calls.length]!;
          const key = `${keyPrefix}${(sent += 1)}`;
          const headers = {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(load.withKeys === true ? { 'idempotency-key': key } : {}),
          };
          const written = body === undefined ? {} : { body: body.replaceAll('{n}', key) };
          return { ...request, method, path, headers, ...written };
        },
      },
    ],
  });
  const errors = result.non2xx + result.errors;
  if (errors > 0) throw new Error(`${errors} calls were not answered with 2xx`);
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}
