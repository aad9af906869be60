import { mountStandalone } from '@palier/shared/standalone';
import { routes } from './routes';

void mountStandalone(routes);
