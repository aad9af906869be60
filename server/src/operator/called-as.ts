/** How a command is called: `bin/palier` of the artefact sets PALIER_PROGRAM. */
export function calledAs(name: string, isTopLevel = false): string {
  const { PALIER_PROGRAM: program } = process.env;
  if (program === undefined) return `npm run admin -- ${name}`;
  return isTopLevel ? `${program} ${name}` : `${program} admin ${name}`;
}
