import {
  parseAudience,
  parseNewRemote,
  parseVersion,
  passageOf,
  usageError,
  type Command,
  type Values,
} from '../command-arguments';
import { callReleaseService } from './service-client';

const callAbout = (name: string | undefined, action: string, body: object = {}): Promise<string> =>
  callReleaseService('POST', `remotes/${parseNewRemote(name)}/${action}`, body);

/** The reasons that are given, as members of a call. */
function reasonsIn(values: Values): { despite?: string; ungated?: string } {
  const { despite, ungated } = passageOf(values);
  return { ...(despite === undefined ? {} : { despite }), ...(ungated === undefined ? {} : { ungated }) };
}

/** The commands that the release service carries out. */
export const SERVICE_COMMANDS: Record<string, Command> = {
  activate: ([name, version], values) =>
    callAbout(name, 'activate', { version: parseVersion(version), ...reasonsIn(values) }),
  canary([name, version], values) {
    if (values.off !== true)
      return callAbout(name, 'canary', {
        version: parseVersion(version),
        ...parseAudience(values),
        ...reasonsIn(values),
      });
    refuseVersion(version);
    return callAbout(name, 'canary', { off: true });
  },
  rollback([name], { from }) {
    refuseVersion(from);
    return callAbout(name, 'rollback');
  },
  retire: ([name]) => callAbout(name, 'retire'),
  prune: () => callReleaseService('POST', 'prune', {}),
  healthy: ([name, version]) =>
    callReleaseService('GET', `remotes/${parseNewRemote(name)}/versions/${parseVersion(version)}/health`),
  status: () => callReleaseService('GET', 'status'),
};

/**
 * Refuses a version: `canary --off` and `rollback` of the release service act on the current one. If a given
 * version were ignored, the service could end or roll back a different one.
 */
function refuseVersion(version: string | undefined): void {
  if (version !== undefined) throw usageError(`The release service takes no version here: "${version}".`);
}
