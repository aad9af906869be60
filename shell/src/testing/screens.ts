import type { ScreenDescription } from '@palier/shared/contracts/screens';
import { MANAGEMENT_ROLES } from '@palier/shared/contracts';

const roles = [...MANAGEMENT_ROLES];

/** Screens as remotes describe them in the registry. */
export const SCREENS = {
  casino: [
    { path: '/home', title: 'Casino Games', menu: { text: 'Accueil', icon: 'home', order: 10 } },
    { path: '/game/:provider/:name/:code', title: 'Jeu', roles: ['ROLE_CLIENT'], section: '/home' },
  ],
  agent: [
    { path: '/admin', title: 'Admin', roles, menu: { text: 'Admin', icon: 'people', order: 20 } },
    { path: '/admin/:id/edit', title: 'Modifier', roles },
    { path: '/refund/:id', title: 'Ajouter', roles, section: '/admin' },
    { path: '/withdraw/:id', title: 'Retirer', roles, section: '/admin' },
  ],
  reports: [
    { path: '/history', title: 'Historique', menu: { text: 'Historique', icon: 'clock', order: 50 } },
    { path: '/report', title: 'Rapport', roles, menu: { text: 'Rapport', icon: 'chart', order: 30 } },
    { path: '/report/day-close', title: 'Clôture du jour', roles },
    {
      path: '/transaction',
      title: 'Transactions',
      roles,
      menu: { text: 'Transactions', icon: 'exchange', order: 40 },
    },
    { path: '/reportItem/:id', title: 'Historique', roles, section: '/admin' },
  ],
} satisfies Record<string, readonly ScreenDescription[]>;
