/** How a message of the script below begins on the console. */
const MARK = 'palier-gate: ';

/** What the message of a page says that it does, or null for other messages. */
export const hiddenCallIn = (message: string): string | null =>
  message.startsWith(MARK) ? message.slice(MARK.length) : null;

/**
 * A script that runs in each document before all others. It reports two ways to another host that the content
 * security policy does not refuse and the proxy of the gate does not see: WebRTC, and a link that looks up a
 * name or connects in advance. The worker's network drops WebRTC packets, but a user's would send them.
 * @param origins of the test site and of remotes
 */
export const hiddenCallsScript = (origins: readonly string[]): string => `(() => {
  const { error } = console;
  const report = (what) => error(${JSON.stringify(MARK)} + what);
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    const original = globalThis[name];
    if (original === undefined) continue;
    const reporting = new Proxy(original, {
      construct(target, values, as) {
        report('uses WebRTC');
        return Reflect.construct(target, values, as);
      },
    });
    Object.defineProperty(original.prototype, 'constructor', { value: reporting });
    globalThis[name] = reporting;
  }
  const origins = ${JSON.stringify(origins)};
  const examine = (link) => {
    if (!/(^|\\s)(dns-prefetch|preconnect)(\\s|$)/i.test(link.rel)) return;
    if (link.href !== '' && !origins.includes(new URL(link.href).origin))
      report('connects in advance to ' + link.href);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes])
        if (node instanceof Element)
          for (const link of [node, ...node.querySelectorAll('link')])
            if (link instanceof HTMLLinkElement) examine(link);
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['rel', 'href'] });
})();`;
