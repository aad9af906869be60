export { mountStandalone } from './mount';
