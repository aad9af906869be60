import type { RemoteRoutes } from '@palier/shared/routes';
import { lazy, Suspense } from 'react';
import { CataloguePage } from './pages/catalogue/catalogue.page';

const loadPlayerPages = () => import('./pages/player-pages');
const GamePage = lazy(async () => ({ default: (await loadPlayerPages()).GamePage }));
const RoundsPage = lazy(async () => ({ default: (await loadPlayerPages()).RoundsPage }));

export const routes: RemoteRoutes = [
  { path: '/home', element: <CataloguePage preloadGamePage={loadPlayerPages} /> },
  {
    path: '/game/:provider/:name/:code',
    element: (
      <Suspense>
        <GamePage />
      </Suspense>
    ),
  },
  {
    path: '/history/rounds',
    element: (
      <Suspense>
        <RoundsPage />
      </Suspense>
    ),
  },
];
