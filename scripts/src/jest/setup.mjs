import '@testing-library/jest-dom';

/** What jsdom lacks and the screens use; each does the least that a test can observe. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

const define = (target, name, value) => {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
};

define(globalThis, 'IntersectionObserver', Observer);
define(globalThis, 'ResizeObserver', Observer);
define(globalThis, 'matchMedia', (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
}));
define(navigator, 'vibrate', () => true);
define(Element.prototype, 'requestFullscreen', () => Promise.resolve());
define(Element.prototype, 'scrollIntoView', () => {});
define(
  globalThis,
  'Notification',
  class Notification {
    static permission = 'default';
    static requestPermission = () => Promise.resolve('denied');
  },
);
// jsdom has scrollTo, and it only prints "not implemented".
Object.defineProperty(globalThis, 'scrollTo', { value() {}, configurable: true, writable: true });

define(HTMLDialogElement.prototype, 'show', function show() {
  this.setAttribute('open', '');
});
define(HTMLDialogElement.prototype, 'showModal', function showModal() {
  this.setAttribute('open', '');
});
define(HTMLDialogElement.prototype, 'close', function close(returnValue) {
  if (!this.hasAttribute('open')) return;
  if (returnValue !== undefined) this.returnValue = returnValue;
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
});
