/** Body of every 4xx and 5xx: French sentences, and a stable word of the server's. */
export interface ErrorBody {
  errors: string[];
  code: string;
  requestId?: string | undefined;
}
