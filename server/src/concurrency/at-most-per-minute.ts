/** Creates a function that returns true at most `limit` times in each minute of this process's clock. */
export function atMostPerMinute(limit: number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    return count <= limit;
  };
}
