export interface NewRemote {
  /** The federation name: `tournaments`. */
  readonly name: string;
  readonly devPort: number;
  /** The dependencies of every remote, with the versions of the existing ones. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The longest text of a menu entry (shared/src/contracts/screens.ts). */
const MENU_TEXT_LENGTH = 20;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const manifest = ({ name, devPort, dependencies }: NewRemote): string =>
  json({
    name: `@palier/mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    palier: { devPort },
    scripts: {
      build: 'webpack --mode production',
      dev: `node ../scripts/bootstrap.mjs dev-remote mfe-${name}`,
      test: 'jest',
    },
    dependencies,
    devDependencies: { '@palier/build': '*', '@palier/standalone': '*' },
  });

const jestConfig = `import { createJestConfig } from '@palier/build/jest';

export default createJestConfig({ dir: import.meta.dirname });
`;

const webpackConfig = (name: string): string => `import { createRemoteConfig } from '@palier/build/bundler';

export default createRemoteConfig({ name: '${name}', dir: import.meta.dirname });
`;

const bootstrap = `import { mountStandalone } from '@palier/standalone';
import { routes } from './routes';
import screens from './screens.json';

void mountStandalone(routes, screens, () => import('./mocks'));
`;

const mocks = `import type { Mock } from '@palier/standalone';

/** The answers of the team's own service under --mock. */
export const mocks: readonly Mock[] = [];
`;

const routes = (
  name: string,
  page: string,
): string => `import type { RemoteRoutes } from '@palier/shared/routes';
import { ${page}Page } from './pages/${name}/${name}.page';

export const routes: RemoteRoutes = [{ path: '/${name}', element: <${page}Page /> }];
`;

const screens = (name: string, page: string): string =>
  json([{ path: `/${name}`, title: page, menu: { text: page.slice(0, MENU_TEXT_LENGTH), icon: 'chart' } }]);

const pageSource = (name: string, page: string): string => `import { useUser } from '@palier/shared/session';
import { Page } from '@palier/shared/ui';
import { messages } from './${name}.messages';

export function ${page}Page() {
  const user = useUser();
  return <Page title={messages.title}>{user !== null && <p>{messages.welcome(user.username)}</p>}</Page>;
}
`;

const messagesSource = (page: string): string => `export const messages = {
  title: '${page}',
  welcome: (username: string) => \`Bonjour \${username}.\`,
} as const;
`;

const test = (name: string): string => `import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from '../../routes';
import { messages } from './${name}.messages';

it('page: it greets the signed-in user', () => {
  const user = signInForTest();
  renderRoutes(routes, '/${name}');
  expect(screen.getByRole('heading', { name: messages.title })).toBeInTheDocument();
  expect(screen.getByText(messages.welcome(user.username))).toBeInTheDocument();
});
`;

/** The files of a new remote by path: one page, its texts and its test. */
export function remoteFiles(remote: NewRemote): Record<string, string> {
  const { name } = remote;
  const page = capitalised(name);
  const screen = `src/pages/${name}/${name}`;
  return {
    'package.json': manifest(remote),
    'tsconfig.json': '{ "extends": "../tsconfig.front.json" }\n',
    'jest.config.mjs': jestConfig,
    'webpack.config.mjs': webpackConfig(name),
    'src/index.ts': "void import('./bootstrap');\n",
    'src/bootstrap.tsx': bootstrap,
    'src/mocks.ts': mocks,
    'src/routes.tsx': routes(name, page),
    'src/screens.json': screens(name, page),
    [`${screen}.page.tsx`]: pageSource(name, page),
    [`${screen}.messages.ts`]: messagesSource(page),
    [`${screen}.test.tsx`]: test(name),
  };
}
