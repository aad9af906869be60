import type { RemoteRoutes } from '@palier/shared/routes';
import { lazy, Suspense } from 'react';
import { CataloguePage } from './pages/catalogue/catalogue.page';

const loadGamePage = async () => ({ default: (await import('./pages/game/game.page')).GamePage });
const GamePage = lazy(loadGamePage);

export const routes: RemoteRoutes = [
  { path: '/home', element: <CataloguePage preloadGamePage={loadGamePage} /> },
  {
    path: '/game/:provider/:name/:code',
    element: (
      <Suspense>
        <GamePage />
      </Suspense>
    ),
  },
];
