import { matchPath } from '@palier/shared/router';

/** A call of the page that a mock of the team answers. */
export interface MockedCall {
  /** The parameters of the mock's path, such as `id` of `/quests/:id`. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  /** The body, read as JSON. */
  readonly body: unknown;
  /** The id of the signed-in account; null without a session. */
  readonly userId: number | null;
}

export interface MockedAnswer {
  /** 200 unless given. */
  readonly status?: number;
  readonly body: unknown;
}

/** The answer to one call of a service that the team runs behind the same address. */
export interface Mock {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with parameters: `/quests/:id`. */
  readonly path: string;
  readonly answer: (call: MockedCall) => MockedAnswer | Promise<MockedAnswer>;
}

interface Call extends Omit<MockedCall, 'params'> {
  readonly method: string;
  readonly path: string;
}

/** The answer of the first mock for this call; null when none is for it. */
export async function answerByMocks(
  mocks: readonly Mock[],
  { method, path, ...call }: Call,
): Promise<Required<MockedAnswer> | null> {
  for (const mock of mocks) {
    const match = mock.method === method ? matchPath(mock.path, path) : null;
    if (match === null) continue;
    const { status = 200, body } = await mock.answer({ ...call, params: match.params });
    return { status, body };
  }
  return null;
}
