/** Runs `work` at once, then at most once in `intervalMs`; a call in between is made up for at the end. */
export function throttle(work: () => void, intervalMs: number) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isDue = false;
  function run(): void {
    isDue = false;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (isDue) run();
    }, intervalMs);
  }
  return {
    call: (): void => {
      if (timer === null) run();
      else isDue = true;
    },
    cancel: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
