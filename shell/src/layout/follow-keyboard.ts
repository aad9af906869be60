/**
 * Keeps --keyboard at the height of a keyboard that covers the page without making it smaller (Safari), so
 * that the button of a form stays above it. Zooming in is no keyboard.
 */
export function followKeyboard(): void {
  const view = window.visualViewport;
  view?.addEventListener('resize', () => {
    const covered = Math.max(0, Math.round(innerHeight - view.height * view.scale));
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
  });
}
