import { refusalOf, type Refusal } from '../refusals/refusal';

export const confirmedTooEarly = (): Refusal => refusalOf('limit-not-due');
