import { MockRefusal } from './operations';

/**
 * The answers that a developer may choose for all calls. A login may be slow, but is never refused or lost:
 * the developer must be able to switch roles.
 */
export const FAULTS = {
  none: 'Réponses normales',
  slow: 'Lentes (3 s)',
  invalid: 'Refus 400',
  missing: 'Refus 404',
  ended: 'Session finie (401)',
  broken: 'Erreur 500',
  lost: 'Réponse perdue',
} as const;
export type ProvokedFault = keyof typeof FAULTS;

const REFUSALS: Partial<Record<ProvokedFault, [status: number, code: string]>> = {
  invalid: [400, 'invalid-input'],
  missing: [404, 'not-found'],
  ended: [401, 'unauthenticated'],
  broken: [500, 'internal'],
};

let fault: ProvokedFault = 'none';

export const provokeFault = (next: ProvokedFault): void => {
  fault = next;
};
export const provokedFault = (): ProvokedFault => fault;

/** Throws the chosen refusal, if any. */
export function throwProvoked(): void {
  const refusal = REFUSALS[fault];
  if (refusal !== undefined) throw new MockRefusal(...refusal, `Erreur provoquée (${refusal[0]}).`);
}
