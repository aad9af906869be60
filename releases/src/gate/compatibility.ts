import semver from 'semver';
import type { Needs, Offer } from '@palier/build/front/needs';

/** The reasons why a shell with `offer` cannot run a remote with `needs`; empty when it can. */
export function incompatibilities(needs: Needs, offer: Offer): string[] {
  return [
    ...contractReasons(needs, offer),
    ...libraryReasons(needs, offer),
    ...eventReasons(needs, offer),
    ...runtimeReasons(needs, offer),
  ];
}

const contractReasons = (needs: Needs, offer: Offer): string[] =>
  semver.satisfies(offer.contract, needs.contract)
    ? []
    : [`it needs the routes contract ${needs.contract}; the shell has ${offer.contract}`];

const libraryReasons = (needs: Needs, offer: Offer): string[] =>
  Object.entries(needs.shared).flatMap(([library, range]) => {
    const offered = offer.shared[library];
    if (offered === undefined) return [`it needs ${library} ${range}, which the shell does not share`];
    return semver.satisfies(offered, range) ? [] : [`it needs ${library} ${range}; the shell has ${offered}`];
  });

/**
 * The newer of two federation runtimes knows whether it was tried with the older one, whichever of them is
 * the shell's (decision 0086).
 */
function runtimeReasons({ runtime: built }: Needs, { runtime: has }: Offer): string[] {
  const [older, newer] = semver.lt(has.version, built.version) ? [has, built] : [built, has];
  if (semver.gte(older.version, newer.oldest)) return [];
  return [
    `it was built with module federation ${built.version}; the shell has ${has.version}, and ` +
      `${newer.version} was tried with ${newer.oldest} and later only`,
  ];
}

const versionOf = (signature: string): string => signature.split(':')[0] ?? '';

const eventReasons = (needs: Needs, offer: Offer): string[] =>
  Object.entries(needs.events).flatMap(([event, signature]) => {
    const offered = offer.events[event];
    if (offered === undefined) return [`it uses the event ${event}, which the shell does not know`];
    if (offered === signature) return [];
    const [built, has] = [versionOf(signature), versionOf(offered)];
    return built === has
      ? [`the payload of the event ${event} differs from the shell's under the same version ${built}`]
      : [`it was built against version ${built} of the event ${event}; the shell has ${has}`];
  });
