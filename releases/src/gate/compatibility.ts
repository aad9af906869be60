import semver from 'semver';
import type { Needs, Offer } from '@palier/build/front/needs';

/** The reasons why a shell with `offer` cannot run a remote with `needs`; empty when it can. */
export function incompatibilities(needs: Needs, offer: Offer): string[] {
  return [...contractReasons(needs, offer), ...libraryReasons(needs, offer), ...eventReasons(needs, offer)];
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
