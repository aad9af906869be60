import { reportSchema, type Report } from '@palier/shared/contracts';
import { endOfDay, startOfDay } from '@palier/shared/dates';
import { http } from '@palier/shared/http';

/** `day` as the value of a date input. */
export const getReportOfDay = (day: string, signal?: AbortSignal): Promise<Report> =>
  http.get('/transactions/report', reportSchema, {
    query: { from: startOfDay(day), to: endOfDay(day) },
    signal,
    quiet: true,
  });
