import { dayCloseSchema, type DayClose } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

/** Without `date`, the server's today. */
export const getDayClose = (date: string | undefined, signal?: AbortSignal): Promise<DayClose> =>
  http.get('/reports/day-close', dayCloseSchema, { query: { date }, signal });
