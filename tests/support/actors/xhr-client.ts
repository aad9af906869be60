import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

/** A POST as sockjs-client's XHR transports send it. Status 0: the server closed the connection. */
export const postXhr = (
  url: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve) => {
    const call = request(url, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } });
    call.on('error', () => resolve({ status: 0, body: '' }));
    call.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    call.end(body);
  });

/** SockJS over XHR, as a browser without WebSocket uses it: one streaming response, and posts beside it. */
interface XhrClient {
  /** STOMP frames received, as text. */
  readonly frames: readonly string[];
  send(text: string): Promise<void>;
  end(): void;
}

/** Opens a SockJS session with the server's cookie, which binds the session to this client. */
export async function openXhrClient(serverUrl: string): Promise<XhrClient> {
  const info = await fetch(`${serverUrl}/ws-jackpot/info`);
  const cookie = (info.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session = `${serverUrl}/ws-jackpot/000/${randomBytes(6).toString('hex')}`;
  const ended = new AbortController();
  const stream = await fetch(`${session}/xhr_streaming`, {
    method: 'POST',
    headers: { cookie },
    signal: ended.signal,
  });
  if (stream.status !== 200 || stream.body === null) throw new Error(`no stream: ${stream.status}`);
  const frames: string[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('a')) frames.push(...(JSON.parse(line.slice(1)) as string[]));
    }
  };
  read().catch(() => undefined);
  return {
    frames,
    async send(text) {
      const { status } = await postXhr(`${session}/xhr_send`, JSON.stringify([text]), { cookie });
      if (status !== 204) throw new Error(`not sent: ${status}`);
    },
    end: () => ended.abort(),
  };
}
