// In place of sockjs-client's own, which listens to `unload`: browsers are giving that event up, and a page that listens
// to it is never kept for Back. `pagehide` comes at the same moment.
const onLeave = new Map();
let lastRef = 0;

function leave() {
  for (const listener of onLeave.values()) listener();
  onLeave.clear();
}
globalThis.addEventListener('pagehide', leave);

module.exports = {
  attachEvent: (event, listener) => globalThis.addEventListener(event, listener),
  detachEvent: (event, listener) => globalThis.removeEventListener(event, listener),
  unloadAdd(listener) {
    lastRef += 1;
    onLeave.set(lastRef, listener);
    return lastRef;
  },
  unloadDel: (ref) => onLeave.delete(ref),
  triggerUnloadCallbacks: leave,
};
