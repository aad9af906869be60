/**
 * Body of every 4xx and 5xx: French texts and a stable code, and the field of the request that they are
 * about, where they are about one.
 */
export interface ErrorBody {
  errors: string[];
  code: string;
  field?: string | undefined;
  requestId?: string | undefined;
}
