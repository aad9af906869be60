/** Not a singleton: each remote that uses it has its own copy and its own connection. `socket/stomp-client` is imported after the first screen. */
export { createPageSocket, whenIdle } from './page-socket';
