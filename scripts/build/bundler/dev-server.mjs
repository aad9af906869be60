import { devOrigin, devPort, remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { remoteNames, screensOfRemote } from '@palier/base/workspaces.mjs';

export const apiOrigin = () => process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const NO_SERVER = {
  errors: [
    'Aucun serveur ne répond : lancez « npm start » dans un autre terminal, ou ce module avec « --mock ».',
  ],
  code: 'unavailable',
};

/**
 * @param {unknown} _error @param {unknown} _request @param {any} reply a response, or the socket of an
 * upgrade
 */
function answerNoServer(_error, _request, reply) {
  if (typeof reply.writeHead !== 'function') return reply.destroy();
  if (reply.headersSent) return reply.end();
  reply.writeHead(503, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(NO_SERVER));
}

/** The paths that the API server answers; the dev server answers every other path. */
const proxyToServer = () =>
  [{ context: ['/api', '/readyz'] }, { context: ['/ws-jackpot'], ws: true }].map((paths) => ({
    ...paths,
    target: apiOrigin(),
    logLevel: 'silent',
    onError: answerNoServer,
  }));

/** The registry that the shell's dev server sends: every remote at the remote's dev server. */
function devRegistry() {
  // A new version name at each read: the page does not retry a crashed version for some minutes, and an edit
  // may have fixed it.
  const version = `dev-${Date.now()}`;
  const files = (name) => ({
    entry: `${devOrigin(name)}/remoteEntry.js`,
    preload: [],
    styles: [],
    screens: screensOfRemote(name),
  });
  const entries = remoteNames().map((name) => [
    name,
    { active: version, previous: null, versions: { [version]: files(name) } },
  ]);
  // As on a server, REMOTE_ORIGINS adds origins, such as another team's dev server, from which a tab may
  // replace a remote.
  const others = (process.env.REMOTE_ORIGINS ?? '').split(',').filter((origin) => origin !== '');
  return { overrideOrigins: [...remoteDevOrigins(), ...others], remotes: Object.fromEntries(entries) };
}

/**
 * @param {string} name `shell`, or a remote's
 * @param {{mock?: boolean}} options `mock`: no API server is used; the page answers its calls itself
 * @returns {import('webpack-dev-server').Configuration}
 */
export function devServer(name, { mock = false } = {}) {
  return {
    // Other machines cannot reach the dev server. Browsers try both address families for localhost.
    host: '127.0.0.1',
    port: devPort(name),
    hot: true,
    // A page of one dev server also connects to the other dev servers.
    allowedHosts: ['localhost', '127.0.0.1'],
    // Another team's shell, or the live shell with ?mfe-override, may load this build.
    headers: { 'Access-Control-Allow-Origin': '*' },
    // Only navigations get the page: a missing script or update is a 404, which the page's update client
    // reports.
    historyApiFallback: { disableDotRule: true, htmlAcceptHeaders: ['text/html'] },
    client: {
      overlay: { errors: true, warnings: false, runtimeErrors: true },
      logging: 'warn',
      // The dev server's origin has this name, and the policy of a live page with ?mfe-override allows that
      // origin, not `host` above.
      webSocketURL: { hostname: 'localhost' },
    },
    proxy: mock ? [] : proxyToServer(),
    setupMiddlewares(middlewares, server) {
      if (name === 'shell') server.app?.get('/remotes.json', (_request, reply) => reply.json(devRegistry()));
      return middlewares;
    },
  };
}
