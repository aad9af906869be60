import { invalidInput, Refusal } from '../refusals/refusal';

export const originRefused = (): Refusal => new Refusal('not-allowed', 'Origine refusée.');
/** The same for a missing session and for one of another browser. */
export const unknownSession = (): Refusal => new Refusal('not-found', 'Session inconnue.');
export const tooManyConnections = (): Refusal => new Refusal('unavailable', 'Trop de connexions.', 5);
export const unreadableMessage = (): Refusal => invalidInput('Message illisible.');
