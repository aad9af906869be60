export { MockControls } from './mock-controls';
export { startMock } from './wire';
