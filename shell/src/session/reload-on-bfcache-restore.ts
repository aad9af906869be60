/**
 * Reloads a page that the browser restores from memory on Back: its user may have signed out in the meantime.
 */
export function reloadOnBfcacheRestore(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
