import { randomBytes } from 'node:crypto';

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
      const { status } = await fetch(`${session}/xhr_send`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'text/plain' },
        body: JSON.stringify([text]),
      });
      if (status !== 204) throw new Error(`not sent: ${status}`);
    },
    end: () => ended.abort(),
  };
}
