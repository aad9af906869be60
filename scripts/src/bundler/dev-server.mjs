import { folderOfRemote, readManifest, remoteNames } from '../workspaces.mjs';

/** Where the dev servers' ports begin; each package's manifest says its own (`palier.devPort`, from 3100). */
const FIRST_PORT = 3100;

/** Where this run's ports begin: `DEV_PORTS_FROM` moves them all. */
export const devPortsFrom = () => Number(process.env.DEV_PORTS_FROM || FIRST_PORT);

/**
 * The port of a package's dev server: that of its manifest, moved along with `DEV_PORTS_FROM`.
 * @param {string} name `shell`, or a remote's
 * @param {number} from where the ports begin
 */
export function devPort(name, from = devPortsFrom()) {
  const { palier } = readManifest(name === 'shell' ? name : folderOfRemote(name));
  return from + palier.devPort - FIRST_PORT;
}

/** @param {string} name One word alone: handed to `map`, a second one would be the place in the list. */
export const devOrigin = (name) => `http://localhost:${devPort(name)}`;

/** The origins of all remotes' dev servers on this machine. */
export const remoteDevOrigins = () => remoteNames().map(devOrigin);

/** Where the API server listens. */
export const apiOrigin = () => process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const NO_SERVER = {
  errors: [
    'Aucun serveur ne répond : lancez « npm start » dans un autre terminal, ou ce module avec « --mock ».',
  ],
  code: 'unavailable',
};

/** @param {unknown} _error @param {unknown} _request @param {any} reply a response, or the socket of an upgrade */
function answerNoServer(_error, _request, reply) {
  if (typeof reply.writeHead !== 'function') return reply.destroy();
  if (reply.headersSent) return reply.end();
  reply.writeHead(503, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(NO_SERVER));
}

/** The paths of the real server; everything else is a screen of the remote. */
const proxyToServer = () =>
  [{ context: ['/api', '/readyz'] }, { context: ['/ws-jackpot'], ws: true }].map((paths) => ({
    ...paths,
    target: apiOrigin(),
    logLevel: 'silent',
    onError: answerNoServer,
  }));

/** The registry a developer's shell reads: every remote at its own dev server. */
function devRegistry() {
  // Another name at each reading: the page leaves a version that crashed out for a while, and this one may be mended by now.
  const version = `dev-${Date.now()}`;
  const files = (name) => ({ entry: `${devOrigin(name)}/remoteEntry.js`, preload: [], styles: [] });
  const entries = remoteNames().map((name) => [
    name,
    { active: version, previous: null, versions: { [version]: files(name) } },
  ]);
  return { remotes: Object.fromEntries(entries) };
}

/**
 * @param {string} name `shell`, or a remote's
 * @param {{mock?: boolean}} options `mock`: no server stands behind it
 * @returns {import('webpack-dev-server').Configuration}
 */
export function devServer(name, { mock = false } = {}) {
  return {
    // Chromium takes localhost for both families; a stranger on the network gets nothing.
    host: '127.0.0.1',
    port: devPort(name),
    hot: true,
    // A page of one dev server also listens to the others.
    allowedHosts: ['localhost', '127.0.0.1'],
    // Another team's shell, or the live one with ?mfe-override, may load this build.
    headers: { 'Access-Control-Allow-Origin': '*' },
    // Only visits get the page: a missing script or update is a 404, which the updater reports.
    historyApiFallback: { disableDotRule: true, htmlAcceptHeaders: ['text/html'] },
    client: {
      overlay: { errors: true, warnings: false, runtimeErrors: true },
      logging: 'warn',
      // By the name of its origin, which the policy of a live page with ?mfe-override allows, and not by `host` above.
      webSocketURL: { hostname: 'localhost' },
    },
    proxy: mock ? [] : proxyToServer(),
    setupMiddlewares(middlewares, server) {
      if (name === 'shell') server.app?.get('/remotes.json', (_request, reply) => reply.json(devRegistry()));
      return middlewares;
    },
  };
}
