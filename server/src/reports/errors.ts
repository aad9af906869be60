import { MAX_REPORT_DAYS } from '@palier/shared/contracts';
import { invalidInput, type Refusal } from '../refusals/refusal';

export const invalidDate = (): Refusal => invalidInput('La date est invalide.');
export const startAfterEnd = (): Refusal => invalidInput('La date de début est après la date de fin.');
export const periodTooLong = (): Refusal => invalidInput(`La période dépasse ${MAX_REPORT_DAYS} jours.`);
