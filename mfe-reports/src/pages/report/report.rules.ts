import { MAX_REPORT_DAYS } from '@palier/shared/contracts';
import { endOfDay, startOfDay } from '@palier/shared/dates';
import type { Period } from '../../lib/period-form/period.rules';

/** Section 9 of docs/spec-coverage.md: from the start of the first day to 23:59:59.999 of the last. */
export const toReportQuery = ({ from, to }: Period): Period => ({
  from: startOfDay(from),
  to: endOfDay(to),
});

const DAY_MS = 86_400_000;

export const isTooLongForDays = ({ from, to }: Period): boolean =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_REPORT_DAYS;
