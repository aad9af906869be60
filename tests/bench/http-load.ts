import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@palier/base/process/run';

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

/**
 * An answer after this time is an error. wrk's default of two seconds is too short for a busy machine or a
 * server just started.
 */
const ANSWER_LIMIT_S = 30;

/** Printed by the script's `done`; latencies in microseconds. */
const WRK_RESULT = /^result (\d+) (\d+) (\d+) (\d+) (\d+)$/m;

/**
 * Loads a server over HTTP with wrk, which takes little processor time from the server. Throws when an answer
 * is not 2xx.
 */
export async function loadHttp(load: HttpLoad): Promise<HttpFigures> {
  const keyPrefix = `bench-${Date.now().toString(36)}-`;
  const script = join(load.folder, 'load.lua');
  await writeFile(script, luaOf(load, keyPrefix));
  const { output } = await run('wrk', [
    '-t1',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    `--timeout=${ANSWER_LIMIT_S}s`,
    '-s',
    script,
    load.url,
  ]);
  const figures = WRK_RESULT.exec(output)?.slice(1).map(Number);
  const [requests = 0, errors = 0, durationUs = 0, p50Us = 0, p99Us = 0] = figures ?? [];
  if (requests === 0 || errors > 0) throw new Error(`${errors} calls were not answered with 2xx:\n${output}`);
  return { perSecond: (requests * 1e6) / durationUs, p50Ms: p50Us / 1_000, p99Ms: p99Us / 1_000 };
}

/** A fixed number of digits keeps the length of each kind of call constant. */
const NUMBER_DIGITS = 9;

const luaTableOf = ({ method, path, token = '', body = '' }: HttpCall): string =>
  `{${[method, path, token, body].map((text) => JSON.stringify(text)).join(',')}}`;

/** Requests are built once and split at the call's number, which keeps the generator's own cost small. */
const luaOf = ({ calls, withKeys = false }: HttpLoad, keyPrefix: string): string => `local calls = {
${calls.map(luaTableOf).join(',\n')}
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
    local whole = wrk.format(call[1], call[2], headers, body) .. mark
    for part in whole:gmatch("(.-)" .. mark) do parts[#parts + 1] = part end
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
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  print(("result %d %d %d %d %d"):format(summary.requests, count, summary.duration, p50, p99))
end
`;
