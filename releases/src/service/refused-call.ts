/** A call that the release service refuses; the message is for its sender. */
export class RefusedCall extends Error {
  constructor(
    readonly statusCode: 401 | 403 | 409 | 422 | 429,
    message: string,
  ) {
    super(message);
  }
}
