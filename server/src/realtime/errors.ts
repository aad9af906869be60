import { invalidInput, Refusal } from '../refusals/refusal';

export const originRefused = (): Refusal => new Refusal('not-allowed', 'Origine refusée.');
/** One answer for a missing session and for a session of another browser. */
export const unknownSession = (): Refusal => new Refusal('not-found', 'Session inconnue.');
export const tooManyConnections = (): Refusal => new Refusal('unavailable', 'Trop de connexions.', 5);
export const unreadableMessage = (): Refusal => invalidInput('Message illisible.');
