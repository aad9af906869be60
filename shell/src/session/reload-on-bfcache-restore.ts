/**
 * Loads the page again when Back brings it as it was left, out of the browser's memory: whoever was signed in there may have signed
 * out since, in a page that was opened after it.
 */
export function reloadOnBfcacheRestore(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
