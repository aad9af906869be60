// Each dev server on the page has a client, and each client creates an overlay: this module replaces them by
// one overlay of the page.
import { createOverlay as createOverlayOfPage, formatProblem } from 'webpack-dev-server/client/overlay.js';

const page = (globalThis.__palierOverlay ??= { overlay: null, problems: new Map() });

/** An override runs in a live page, whose policy forbids the overlay: the console has the problems. */
function show(event) {
  try {
    page.overlay.send(event);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Problems of all dev servers, each once: an error in shared is an error of every build. */
const listProblems = () => {
  const byText = [...page.problems.values()].flat().map((problem) => {
    const { header, body } = formatProblem('error', problem);
    return [`${header} ${body}`, problem];
  });
  return [...new Map(byText).values()];
};

/** @param {object} options as in webpack-dev-server's own module */
export function createOverlay(options) {
  page.overlay ??= createOverlayOfPage(options);
  const client = {};
  return {
    /** @param {{type: string, level?: string, messages?: readonly unknown[]}} event */
    send({ type, level, messages = [] }) {
      const isListed = page.problems.delete(client);
      if (type !== 'DISMISS') page.problems.set(client, messages);
      // A build that had and has no errors must not touch the errors of the others.
      else if (!isListed && page.problems.size > 0) return;
      show({ type: 'DISMISS' });
      const problems = listProblems();
      if (problems.length > 0) show({ type: 'BUILD_ERROR', level, messages: problems });
    },
  };
}

export { formatProblem };
