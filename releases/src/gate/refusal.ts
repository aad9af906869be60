/** Why a shell cannot run a version, in one line, and what has to change. */
export interface Refusal {
  readonly why: string;
  readonly toChange: 'shell' | 'screens' | 'remote' | 'files';
}
