import type { RemoteRoutes } from '@palier/shared/routes';
import { useUser } from '@palier/shared/session';
import { CataloguePage } from './pages/catalogue/catalogue.page';
import { GamePage } from './pages/game/game.page';
import { JackpotCounters } from './pages/catalogue/jackpot-counters';
import { useJackpotSocket } from './lib/jackpot-socket/use-jackpot-socket';

function Home() {
  const isClient = useUser()?.roleName === 'ROLE_CLIENT';
  useJackpotSocket();
  return <CataloguePage canPlay={isClient} banner={isClient ? <JackpotCounters /> : null} />;
}

function Game() {
  useJackpotSocket();
  return <GamePage />;
}

export const routes: RemoteRoutes = [
  { path: '/home', element: <Home /> },
  { path: '/game/:provider/:name/:code', element: <Game />, roles: ['ROLE_CLIENT'] },
];
