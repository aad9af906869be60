import { mountStandalone } from '@palier/standalone';
import { routes } from './routes';

void mountStandalone(routes);
