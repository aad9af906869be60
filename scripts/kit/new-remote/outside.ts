import { remoteFiles, type NewRemote } from './templates';

export interface OutsideRemote extends NewRemote {
  /** The range of the kit's versions. */
  readonly kit: string;
  /** The registry that has the packages @palier/…; absent: npm's own settings name it. */
  readonly registry: string | undefined;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const manifest = ({ name, devPort, dependencies, kit }: OutsideRemote): string =>
  json({
    name: `mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    palier: { devPort },
    scripts: {
      dev: 'palier-remote dev',
      test: 'palier-remote test',
      check: 'palier-remote check',
      build: 'palier-remote build',
      release: 'palier-remote',
    },
    dependencies,
    devDependencies: { '@palier/remote-kit': kit },
  });

const tsconfig = `{
  "extends": "@palier/remote-kit/tsconfig.json",
  "include": ["src", "node_modules/@palier/remote-kit/css-modules.d.ts"]
}
`;

const lint = `{
  "plugins": ["typescript"],
  "extends": ["./node_modules/@palier/remote-kit/src/lint/remote.json"]
}
`;

const format = `{
  "singleQuote": true,
  "printWidth": 110,
  "sortPackageJson": false,
  "ignorePatterns": ["package-lock.json", "*.md"]
}
`;

const readme = (name: string): string => `# mfe-${name}

A remote of Palier, in a repository of its own.

| command | what it does |
|---|---|
| \`npm run dev -- --mock\` | the page alone, with a mocked server; type errors appear in the terminal |
| \`npm test\` | component tests |
| \`npm run check\` | types, lint, format |
| \`npm run release -- keys new team.pem\` | makes the team's key, prints its public half for the operator |
| \`npm run release -- publish\` | checks, tests, builds, signs and uploads the version of \`package.json\` |
| \`npm run release -- canary 0.1.0 --percent 5\` | offers it to some users, once it passed the release gate |
| \`npm run release -- activate 0.1.0\` | gives it to all, likewise |
| \`npm run release -- rollback\` | the previous version again |
| \`npm run release -- status --healthy 0.1.0\` | exits 0 when the canary is no worse |
| \`npm run release -- retire\` | no version any more, for example after a bad first one |

\`src/screens.json\` has the paths, titles, roles and menu entries. \`src/mocks.ts\` answers the calls of a
service of your own under \`npm run dev -- --mock\`. The README of \`node_modules/@palier/remote-kit\`
describes both.

## Releases

The operator gives the team an address and a token:

\`\`\`sh
export RELEASES_URL=https://releases.example RELEASE_TOKEN=palier_… RELEASE_SIGNING_KEY_FILE=team.pem
\`\`\`

**First release**: commit everything with \`package-lock.json\`, \`npm run release -- publish\`, then
\`npm run release -- activate 0.1.0\`. Never commit \`team.pem\`.

**Later ones**: \`npm version minor\`, then push the tag: the pipeline (\`.github/workflows/remote.yml\` or
\`.gitlab-ci.yml\`; remove the other one) tests, publishes and starts a canary; the job \`promote\` waits for
a person.

| setting | GitHub | GitLab |
|---|---|---|
| \`RELEASES_URL\` | variable of the repository | variable |
| \`RELEASE_SIGNING_KEY\` (\`team.pem\`) | secret of environment \`signing\` | protected, of \`signing\` |
| \`RELEASE_TOKEN\` | secret of \`signing\` and \`production\` | protected, masked, of each of both |
| tags \`v*\` only | both environments | protected tags and environments |
| reviewers | required for \`production\` | required for \`production\` |

No secret belongs to the repository itself: the step or job that runs \`npm ci\` then sees none. The actions
are pinned by commit; \`git ls-remote https://github.com/actions/checkout v4.3.1\` shows whether the commit is
that of the tag. Pin the image of GitLab by its digest likewise: \`docker buildx imagetools inspect node:24\`.
`;

/** Of tags v4.3.1 and v4.4.0: a tag can be moved to another commit. */
const CHECKOUT = 'actions/checkout@34e114876b0b11c390a56381ad16ebd13914f8d5 # v4.3.1';
const SETUP_NODE = 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0';

const githubSetup = `      - uses: ${CHECKOUT}
        with: { persist-credentials: false }
      - uses: ${SETUP_NODE}
        with: { node-version: 24, cache: npm }
      - run: npm ci
`;
const github = `name: remote
on: push
permissions:
  contents: read
env:
  RELEASES_URL: \${{ vars.RELEASES_URL }}
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
${githubSetup}      - run: npm run check
      - run: npm test
      - run: npm run build
  publish:
    needs: test
    if: startsWith(github.ref, 'refs/tags/v')
    environment: signing
    runs-on: ubuntu-latest
    steps:
${githubSetup}      - run: (umask 077 && printf '%s\\n' "$RELEASE_SIGNING_KEY" > team.pem)
        env: { RELEASE_SIGNING_KEY: '\${{ secrets.RELEASE_SIGNING_KEY }}' }
      - run: npm run release -- publish
        env: { RELEASE_SIGNING_KEY_FILE: team.pem, RELEASE_TOKEN: '\${{ secrets.RELEASE_TOKEN }}' }
      - run: rm team.pem
        if: always()
      - run: npm run release -- canary "\${GITHUB_REF_NAME#v}" --percent 5
        env: { RELEASE_TOKEN: '\${{ secrets.RELEASE_TOKEN }}' }
  promote:
    needs: publish
    environment: production
    runs-on: ubuntu-latest
    steps:
${githubSetup}      - run: npm run release -- status --healthy "\${GITHUB_REF_NAME#v}"
        env: { RELEASE_TOKEN: '\${{ secrets.RELEASE_TOKEN }}' }
      - run: npm run release -- activate "\${GITHUB_REF_NAME#v}"
        env: { RELEASE_TOKEN: '\${{ secrets.RELEASE_TOKEN }}' }
`;

// A job of GitLab has all its variables in each line of its script, so npm ci has a job of its own, whose
// environment has no secrets.
const gitlab = `image: node:24
stages: [install, test, publish, promote]
install:
  stage: install
  script:
    - npm ci
  artifacts:
    paths: [node_modules]
    expire_in: 1 day
test:
  stage: test
  needs: [install]
  script:
    - npm run check
    - npm test
    - npm run build
publish:
  stage: publish
  needs: [install, test]
  rules:
    - if: $CI_COMMIT_TAG =~ /^v/
  environment: { name: signing, action: access }
  script:
    - (umask 077 && printf '%s\\n' "$RELEASE_SIGNING_KEY" > team.pem)
    - unset RELEASE_SIGNING_KEY
    - RELEASE_SIGNING_KEY_FILE=team.pem npm run release -- publish
    - rm team.pem
    - npm run release -- canary "\${CI_COMMIT_TAG#v}" --percent 5
promote:
  stage: promote
  needs: [install, publish]
  rules:
    - if: $CI_COMMIT_TAG =~ /^v/
      when: manual
  environment: { name: production, action: access }
  script:
    - npm run release -- status --healthy "\${CI_COMMIT_TAG#v}"
    - npm run release -- activate "\${CI_COMMIT_TAG#v}"
`;

/**
 * The files of a remote in a repository of its own: those of every new remote, with the kit in place of this
 * repository's packages.
 */
export function outsideFiles(remote: OutsideRemote): Record<string, string> {
  const common = Object.entries(remoteFiles(remote)).map(([file, text]) => [
    file,
    text
      .replaceAll('@palier/build', '@palier/remote-kit')
      .replaceAll('@palier/standalone', '@palier/remote-kit/harness'),
  ]);
  return {
    ...(Object.fromEntries(common) as Record<string, string>),
    'package.json': manifest(remote),
    'tsconfig.json': tsconfig,
    '.oxlintrc.json': lint,
    'README.md': readme(remote.name),
    '.gitignore': 'node_modules/\ndist/\ndist-standalone/\n*.pem\n',
    '.oxfmtrc.json': format,
    ...(remote.registry === undefined ? {} : { '.npmrc': `@palier:registry=${remote.registry}\n` }),
    '.github/workflows/remote.yml': github,
    '.gitlab-ci.yml': gitlab,
  };
}
