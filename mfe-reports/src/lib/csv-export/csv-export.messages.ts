import type { Progress } from './csv-collection';

const countFormat = new Intl.NumberFormat('fr');

const linesOf = (lineCount: number): string =>
  `${countFormat.format(lineCount)} ${lineCount > 1 ? 'lignes' : 'ligne'}`;
const soFar = ({ readCount, totalCount }: Progress): string =>
  `${countFormat.format(readCount)} sur ${countFormat.format(totalCount)}`;

export const messages = {
  export: 'Exporter (CSV)',
  cancel: 'Annuler',
  resume: 'Reprendre',
  progressLabel: "Progression de l'export",
  running: (progress: Progress | null) =>
    progress === null ? 'Lecture...' : `Lecture\u00a0: ${soFar(progress)}`,
  stopped: (progress: Progress | null) =>
    progress === null
      ? "L'export n'a pas pu commencer."
      : `L'export s'est arrêté à ${soFar(progress)}\u00a0: rien n'est perdu, il peut reprendre.`,
  done: ({ lineCount }: Progress) => `Export terminé\u00a0: ${linesOf(lineCount)}.`,
};
