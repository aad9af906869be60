/** Starts `count` calls at once and waits for all. */
export const atOnce = <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Runs `work` for every item, at most `width` at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const rest = items.entries();
  await atOnce(width, async () => {
    for (const [index, item] of rest) await work(item, index);
  });
}
