// One refresh runtime for all builds of the page: a runtime that a later build loaded would never see the
// root mounted.
module.exports = globalThis.__palierRefreshRuntime ??= require('refresh-runtime-of-react');
