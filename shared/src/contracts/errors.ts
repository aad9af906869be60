/** Body of every 4xx and 5xx: French texts and a stable code. */
export interface ErrorBody {
  errors: string[];
  code: string;
  requestId?: string | undefined;
}
