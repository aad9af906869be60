import { mountStandalone } from '@palier/shared/standalone';
import { routes } from './routes';

mountStandalone(routes);
