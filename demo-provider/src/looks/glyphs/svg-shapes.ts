/** The gradients that the drawings refer to by name, and the outlines: red, teal, violet, wood and gold. */
export const paints = {
  a: ['#ff8a66', '#b3261e'],
  b: ['#b4ecdf', '#2a8a9c'],
  c: ['#d3a8ff', '#7440c4'],
  d: ['#dba66b', '#7a4a24'],
  g: ['#fff0a8', '#d98e04'],
} as const;
export const ink = '#120a28';

export type Fill = keyof typeof paints;

export const shine = (path: string) => `<path d="${path}" fill="#fff" stroke="none" opacity=".38"/>`;
export const fill = (name: Fill, path: string) => `<path d="${path}" fill="url(#${name})"/>`;
export const line = (path: string, width = 4) =>
  `<path d="${path}" fill="none" stroke-width="${width}" stroke-linecap="round"/>`;
export const disc = (name: Fill, x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${name})"/>`;
export const dot = (x: number, y: number, r: number, colour = '#fff') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="none"/>`;

/** One drawing for each point in "x,y x,y …". */
export const atEach = (points: string, draw: (x: number, y: number) => string): string =>
  points
    .split(' ')
    .map((point) => point.split(',').map(Number))
    .map(([x = 0, y = 0]) => draw(x, y))
    .join('');

/** A star's radii at its points and between them, and the height of its centre. */
export interface StarShape {
  outer: number;
  inner: number;
  y?: number;
}

export function star(name: Fill, points: number, { outer, inner, y = 50 }: StarShape): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const radius = index % 2 ? inner : outer;
    return `${Math.round(50 + radius * Math.cos(angle))} ${Math.round(y + radius * Math.sin(angle))}`;
  });
  return fill(name, `M${corners.join('L')}Z`);
}

export function around(count: number, draw: string): string {
  return Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${(360 / count) * index} 50 50)">${draw}</g>`,
  ).join('');
}

export const letter = (name: Fill, sign: string) =>
  `<text x="50" y="86" text-anchor="middle" font-family="Georgia,'Times New Roman',serif" ` +
  `font-weight="900" font-size="100" fill="url(#${name})" paint-order="stroke">${sign}</text>`;
