import { dayCloseSchema, type DayClose } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

/** `date` absent: today, where the server is. */
export const getDayClose = (date: string | undefined, signal?: AbortSignal): Promise<DayClose> =>
  http.get('/books/day-close', dayCloseSchema, { query: { date }, signal });
