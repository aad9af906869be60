import type { RemoteRoutes } from '@palier/shared/routes';
import { lazy, Suspense } from 'react';
import type * as PlayerPages from './pages/player-pages';
import { prefetchCatalogue } from './pages/catalogue/catalogue.api';
import { CataloguePage } from './pages/catalogue/catalogue.page';

const loadPlayerPages = () => import('./pages/player-pages');

function playerPage(name: keyof typeof PlayerPages) {
  const Page = lazy(async () => ({ default: (await loadPlayerPages())[name] }));
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}

export const routes: RemoteRoutes = [
  {
    path: '/home',
    element: <CataloguePage preloadGamePage={loadPlayerPages} />,
    prefetch: prefetchCatalogue,
  },
  { path: '/game/:provider/:name/:code', element: playerPage('GamePage') },
  { path: '/history/rounds', element: playerPage('RoundsPage') },
  { path: '/protection', element: playerPage('ProtectionPage') },
];
