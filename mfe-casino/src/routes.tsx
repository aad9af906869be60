import type { RemoteRoutes } from '@palier/shared/routes';
import { CataloguePage } from './pages/catalogue/catalogue.page';
import { GamePage } from './pages/game/game.page';

export const routes: RemoteRoutes = [
  { path: '/home', element: <CataloguePage /> },
  { path: '/game/:provider/:name/:code', element: <GamePage />, roles: ['ROLE_CLIENT'] },
];
