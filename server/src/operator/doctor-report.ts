/** The levels of findings. `silent` is a part that did not answer, so that it could not be checked. */
export const LEVELS = ['ok', 'hint', 'wrong', 'silent'] as const;
export type Level = (typeof LEVELS)[number];
/** Prints a sentence at a level. */
export type Report = Readonly<Record<Level, (sentence: string) => void>>;
