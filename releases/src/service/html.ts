/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}
type Part = Html | string | number | null | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object' && part !== null) return part.map(({ text }) => text).join('');
  return String(part ?? '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}
/** Escapes every part but HTML of this function. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((before, after, index) => before + textOf(parts[index - 1] ?? null) + after));
