// One refresh runtime for all builds of the page: each with its own, the one loaded later never sees the root mounted.
module.exports = globalThis.__palierRefreshRuntime ??= require('refresh-runtime-of-react');
