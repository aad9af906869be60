/** Ports of the four dev servers (design §9); the API server keeps PORT. */
export const DEV_PORTS = { shell: 3100, casino: 3101, agent: 3102, reports: 3103 };

/** @param {string} origin where the API server listens */
function proxyToServer(origin) {
  return [
    { context: ['/api', '/user', '/game', '/demo'], target: origin },
    { context: ['/ws-jackpot'], target: origin, ws: true },
  ];
}

/** The registry a developer's shell reads: every remote at its own dev server. */
function devRegistry() {
  const remotes = Object.entries(DEV_PORTS).filter(([name]) => name !== 'shell');
  const version = (port) => ({ entry: `http://localhost:${port}/remoteEntry.js`, preload: [], styles: [] });
  const entries = remotes.map(([name, port]) => [
    name,
    { active: 'dev', previous: null, versions: { dev: version(port) } },
  ]);
  return { remotes: Object.fromEntries(entries) };
}

/**
 * @param {keyof typeof DEV_PORTS} name
 * @returns {import('webpack-dev-server').Configuration}
 */
export function devServer(name) {
  const origin = process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
  return {
    port: DEV_PORTS[name],
    hot: true,
    allowedHosts: 'auto',
    // Another team's shell, or the live one with ?mfe-override, may load this build.
    headers: { 'Access-Control-Allow-Origin': '*' },
    historyApiFallback: { disableDotRule: true },
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    proxy: proxyToServer(origin),
    setupMiddlewares(middlewares, server) {
      if (name === 'shell') server.app?.get('/remotes.json', (_request, reply) => reply.json(devRegistry()));
      return middlewares;
    },
  };
}
