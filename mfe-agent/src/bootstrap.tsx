import { mountStandalone } from '@palier/standalone';
import { routes } from './routes';
import screens from './screens.json';

void mountStandalone(routes, screens);
