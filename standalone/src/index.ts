export { mountStandalone } from './mount';
export type { Mock, MockedAnswer, MockedCall } from './mock/own-mocks';
