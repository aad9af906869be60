/** The narrow facade over rxjs: a shared package is not tree-shaken, so only what Palier uses is named here. */
export { BehaviorSubject, Subject } from 'rxjs';
