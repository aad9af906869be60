import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** For `node --import`: a process that collects its garbage at each SIGWINCH, so that what its heap still holds is held. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGWINCH', () => collect());
