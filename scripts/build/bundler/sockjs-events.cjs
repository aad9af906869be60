'use strict';

/**
 * `utils/event` of sockjs-client with `pagehide` in place of `unload`, which browsers are about to remove and
 * which keeps a page out of the back-forward cache.
 */
const listeners = new Map();
let last = 0;

function attachEvent(event, listener) {
  globalThis.addEventListener?.(event, listener);
}

function detachEvent(event, listener) {
  globalThis.removeEventListener?.(event, listener);
}

function unloadAdd(listener) {
  last += 1;
  listeners.set(last, listener);
  return last;
}

function unloadDel(name) {
  listeners.delete(name);
}

function triggerUnloadCallbacks() {
  for (const [name, listener] of listeners) {
    listeners.delete(name);
    listener();
  }
}

attachEvent('pagehide', triggerUnloadCallbacks);

module.exports = { attachEvent, detachEvent, unloadAdd, unloadDel, triggerUnloadCallbacks };
