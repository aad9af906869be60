/** A number from 0 to 99, constant for a text (FNV-1a). Not a singleton: only pages with a canary load it. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % 100;
}

/** Whether a canary for `percent` of all users is for this user. The result never changes for a user. */
export const isInShare = (name: string, version: string, userId: number, percent: number): boolean =>
  bucketOf(`${name} ${version} ${userId}`) < percent;
