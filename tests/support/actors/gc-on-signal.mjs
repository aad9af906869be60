import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For `node --import`: collects garbage at each SIGWINCH, so that the heap size counts only live objects, and
 * resident memory no gaps between them.
 */
setFlagsFromString('--expose-gc');
setFlagsFromString('--compact-on-every-full-gc');
const collect = runInNewContext('gc');
process.on('SIGWINCH', () => collect());
