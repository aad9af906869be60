import type { Candidate, GateRefusal } from './gate-job';
import { CHECK_LIMITS } from './limit-browser';
import { openScreens } from './run-in-worker';
import type { ShellSource } from './shell-source';

/**
 * Opens the screens of the candidate, then those of the other active remotes in the same page, and returns
 * the first fault, or null. When the others have a fault without the candidate too, those that bring it are
 * left out, and the candidate is opened again beside the rest (decision 0133).
 */
export async function findFaultOfCandidate(
  shell: ShellSource,
  candidate: Candidate,
): Promise<GateRefusal | null> {
  const { description, registry, limits = CHECK_LIMITS } = candidate;
  const { name } = description;
  const others = Object.keys(registry.remotes).filter((other) => other !== name);
  const endAt = performance.now() + limits.limitMs;
  const timeLeft = () => endAt - performance.now();
  const openWithout = (without: readonly string[]) =>
    openScreens(shell, { ...candidate, limits: { ...limits, limitMs: Math.max(1, timeLeft()) } }, without);
  const allBut = (some: readonly string[]) => others.filter((other) => !some.includes(other));

  const { refusal, mayBeOfOthers } = await openScreens(shell, candidate, []);
  if (refusal === null || !mayBeOfOthers || others.length === 0) return refusal;
  if ((await openWithout([name])).refusal === null) return refusal;
  let harmless: readonly string[] = [];
  for (const other of others) {
    if (timeLeft() <= 0) return refusal;
    const tried = [...harmless, other];
    if ((await openWithout([name, ...allBut(tried)])).refusal === null) harmless = tried;
  }
  if (harmless.length === others.length) return refusal;
  const { refusal: remaining } = await openWithout(allBut(harmless));
  return timeLeft() > 0 ? remaining : refusal;
}
