import { formatCount } from '@palier/shared/french-numbers';
import type { Progress } from './row-collection';

const linesOf = (rowCount: number): string => `${formatCount(rowCount)} ${rowCount > 1 ? 'lignes' : 'ligne'}`;
const soFar = ({ readCount, totalCount }: Progress): string =>
  `${formatCount(readCount)} sur ${formatCount(totalCount)}`;

export const messages = {
  export: { csv: 'Exporter en CSV', xlsx: 'Exporter en Excel' },
  short: { csv: 'CSV', xlsx: 'Excel' },
  cancel: 'Annuler',
  resume: 'Continuer',
  progressLabel: "Progression de l'export",
  running: (progress: Progress | null) =>
    progress === null ? 'Lecture...' : `Lecture\u00a0: ${soFar(progress)}`,
  stopped: (progress: Progress | null) =>
    progress === null
      ? "L'export n'a pas pu commencer."
      : `L'export s'est arrêté à ${soFar(progress)}\u00a0: rien n'est perdu, il peut continuer.`,
  done: ({ rowCount }: Progress) => `Export terminé\u00a0: ${linesOf(rowCount)}.`,
};
