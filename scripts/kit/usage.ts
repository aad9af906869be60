/** The help text of `palier-remote`, the program of @palier/remote-kit. */
export const USAGE = `\
palier-remote new mfe-<name>                    write a repository for a new remote
palier-remote dev [--mock]                      the page alone, with live reload; --mock: without a server
palier-remote test | check | build              component tests | types, lint, format | dist/
palier-remote keys new <file>                   make the team's signing key
palier-remote publish [--unchecked]             check, test, build, sign and upload this version
palier-remote canary <version> --percent 5      or --subtree <agent>; --off ends it
palier-remote activate <version>
palier-remote rollback | retire | status
palier-remote status --healthy <version>        exit 0 when the canary is no worse than the active version
RELEASES_URL and RELEASE_TOKEN name the release service, RELEASE_SIGNING_KEY_FILE the team's key.`;

/** The release commands that a team has, all of which speak to the release service. */
export const SERVICE_COMMANDS = ['canary', 'activate', 'rollback', 'retire', 'status'];

const TEAM_COMMANDS = ['publish', ...SERVICE_COMMANDS];

/**
 * A text of the release commands, which names the commands of the operator's checkout, with those that the
 * team of the remote `name` has. A command that only the operator has is called so.
 */
export const named = (text: string, name: string): string =>
  text
    .replaceAll(
      /(?:npm run release --|palier release) ([a-z]+)( [a-z][a-z0-9-]*)?/g,
      (_, command: string, after?: string) => {
        const word = after ?? '';
        const rest = word === ` ${name}` ? '' : word;
        if (command === 'healthy') return `npx palier-remote status --healthy${rest}`;
        if (command === 'keys' && word === ' new') return 'npx palier-remote keys new';
        return TEAM_COMMANDS.includes(command)
          ? `npx palier-remote ${command}${rest}`
          : `the operator's command "release ${command}${word}"`;
      },
    )
    .replaceAll(/ -w \.$/gm, '');
