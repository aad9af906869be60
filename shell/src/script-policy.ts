/** The part of the browser's interface that is used here: TypeScript 5 does not declare Trusted Types. */
interface PolicyFactory {
  createPolicy(
    name: 'default',
    rules: { createScriptURL(url: string, type: string, sink: string): string | null },
  ): unknown;
}

const WORKER = /^blob:/;
const SCRIPT = /^https?:\/\/[^/]+\/(?!api\/)[^?#]+\.js(\?|#|$)/;

/**
 * Which addresses code may run from, in browsers that know Trusted Types: scripts, whose origins the content
 * security policy lists, except answers of the API; and the worker of the socket's heartbeat. Markup and
 * scripts that are texts are refused, because the policy has no rule for them. Remotes load their chunks by
 * this policy too and cannot create one of their own.
 */
export function createScriptPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url, _type, sink) {
      const { href } = new URL(url, location.href);
      const allowed = sink.startsWith('Worker') ? WORKER : SCRIPT;
      return allowed.test(href) ? url : null;
    },
  });
}
