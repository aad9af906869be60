import { seconds } from '../fault';
import { FRONT_PACKAGES } from '../paths';
import { mapLimited } from '../process/run';
import { buildPackage } from './build-package';

const AT_ONCE = 2;

/** Builds the shell and the remotes that changed, and publishes the remotes to the local release store. */
export async function buildAll(): Promise<void> {
  const startedAt = performance.now();
  let built = 0;
  await mapLimited(FRONT_PACKAGES, AT_ONCE, async (name) => {
    const line = await buildPackage(name);
    if (line === null) return;
    built += 1;
    console.log(`  ${line}`);
  });
  console.log(
    built === 0
      ? 'Build: nothing changed.'
      : `Build: ${built} of ${FRONT_PACKAGES.length} packages in ${seconds(startedAt)}.`,
  );
}
