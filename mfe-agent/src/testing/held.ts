/** An answer that waits until the test has looked at what shows before it. */
export function held() {
  let release: () => void = () => undefined;
  const isDue = new Promise<void>((resolve) => (release = resolve));
  return { isDue, release: () => release() };
}
