import { isKeptInSettings, type CurrentUser } from '@palier/shared/contracts';
import { mayOpen, type Screen } from '@palier/shared/contracts/screens';

/**
 * Whether the remote of a screen is loaded for a user: not for one who is not known yet, must first change
 * the password or add a second factor, or may not open the screen.
 */
export const mayLoad = (screen: Screen, user: CurrentUser | null): boolean =>
  user !== null && !isKeptInSettings(user) && (screen.path === '/home' || mayOpen(screen, user.roleName));
