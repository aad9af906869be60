import { renderDocument } from './page-layout.js';

export const renderExpiredPage = (assets: string): string =>
  renderDocument({
    title: 'Session expirée',
    assets,
    body: `<body data-state="error" class="ended"><main><h1>Session expirée</h1><p>Revenez au catalogue et relancez le jeu. Une partie en cours est toujours menée à son terme, et ses gains versés.</p></main></body>`,
  });
