/**
 * The symbols' drawings, each in a box of 100 × 100. Fills name the gradients a, b, c, d and g (gold), which
 * whoever draws must define; the stroke is inherited. Used by the games' pages and by the banners alike.
 */
type Fill = 'a' | 'b' | 'c' | 'd' | 'g';

const shine = (path: string) => `<path d="${path}" fill="#fff" stroke="none" opacity=".38"/>`;
const fill = (name: Fill, path: string) => `<path d="${path}" fill="url(#${name})"/>`;
const line = (path: string, width = 4) =>
  `<path d="${path}" fill="none" stroke-width="${width}" stroke-linecap="round"/>`;
const disc = (name: Fill, x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${name})"/>`;
const dot = (x: number, y: number, r: number, colour = '#fff') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="none"/>`;

function star(name: Fill, points: number, outer: number, inner: number, y = 50): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const radius = index % 2 ? inner : outer;
    return `${Math.round(50 + radius * Math.cos(angle))} ${Math.round(y + radius * Math.sin(angle))}`;
  });
  return fill(name, `M${corners.join('L')}Z`);
}

function around(count: number, draw: string): string {
  return Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${(360 / count) * index} 50 50)">${draw}</g>`,
  ).join('');
}

const letter = (name: Fill, sign: string) =>
  `<text x="50" y="86" text-anchor="middle" font-family="Georgia,'Times New Roman',serif" font-weight="900" font-size="100" fill="url(#${name})" paint-order="stroke">${sign}</text>`;

export const glyphs = {
  gemCut: () =>
    fill('a', 'M28 20H72L92 44 50 88 8 44Z') +
    line('M8 44H92M28 20 36 44 50 88 64 44 72 20M36 44 50 20 64 44', 2) +
    shine('M28 20H50L36 44H8Z'),
  gemHex: () =>
    fill('b', 'M50 10 85 30V70L50 90 15 70V30Z') +
    fill('b', 'M50 28 69 39V61L50 72 31 61V39Z') +
    line('M50 10V28M85 30 69 39M85 70 69 61M50 90V72M15 70 31 61M15 30 31 39', 2) +
    shine('M50 10 15 30 31 39 50 28Z'),
  gemDrop: () =>
    fill('c', 'M50 8C66 32 82 46 82 62A32 30 0 0 1 18 62C18 46 34 32 50 8Z') +
    shine('M46 24C36 40 28 50 28 62A22 20 0 0 0 34 76C32 56 40 44 46 24Z'),
  gemSquare: () =>
    fill('d', 'M32 12H68L88 32V68L68 88H32L12 68V32Z') +
    fill('d', 'M38 28H62L72 38V62L62 72H38L28 62V38Z') +
    shine('M32 12H68L62 28H38L28 38V62L12 68V32Z'),
  fish: () =>
    fill('a', 'M10 50C24 22 58 22 72 46L92 28C88 44 88 56 92 72L72 54C58 78 24 78 10 50Z') +
    fill('g', 'M36 27C44 12 60 14 66 26 58 28 52 30 48 34Z') +
    line('M44 34C52 44 52 56 44 66M56 38C62 46 62 54 56 62', 3) +
    dot(27, 45, 5) +
    dot(26, 45, 2.5, '#101428'),
  shell: () =>
    fill('b', 'M50 88 34 80C10 66 6 40 18 24 26 14 38 10 50 10S74 14 82 24C94 40 90 66 66 80Z') +
    line('M50 86V14M44 82 26 22M56 82 74 22M38 80 12 42M62 80 88 42', 3) +
    disc('g', 50, 82, 9),
  starfish: () =>
    fill(
      'c',
      'M50 8C58 8 60 34 66 36S92 34 94 42 74 58 73 64 84 88 78 92 56 76 50 76 28 96 22 92 28 70 27 64 4 50 6 42 28 38 34 36 42 8 50 8Z',
    ) +
    around(5, dot(50, 26, 3) + dot(50, 36, 2.5)) +
    dot(50, 50, 4),
  anchor: () =>
    fill(
      'g',
      'M44 30V74C32 72 24 66 22 56L30 58 16 40 8 62 14 58C18 78 34 90 50 92 66 90 82 78 86 58L92 62 84 40 70 58 78 56C76 66 68 72 56 74V30Z',
    ) +
    fill('a', 'M28 34H72V43H28Z') +
    `<circle cx="50" cy="20" r="10" fill="none" stroke="url(#g)" stroke-width="7"/>`,
  lamp: () =>
    fill(
      'g',
      'M8 42C20 40 26 46 34 46H70C80 36 92 40 92 52S80 64 72 62C66 72 58 76 52 76H44C30 74 24 56 8 42Z',
    ) +
    fill('a', 'M38 46C40 34 60 34 62 46Z') +
    disc('c', 50, 32, 5) +
    fill('g', 'M34 78H64L70 88H28Z') +
    shine('M24 50C36 54 56 54 66 50 58 60 36 62 24 50Z'),
  palm: () =>
    fill('d', 'M46 42C54 58 54 74 48 92H62C64 72 60 56 54 40Z') +
    fill(
      'b',
      'M50 40C40 18 20 18 8 34 24 28 36 32 50 40ZM50 40C60 18 80 18 92 34 76 28 64 32 50 40ZM50 40C30 36 14 48 14 66 24 52 36 46 50 40ZM50 40C70 36 86 48 86 66 76 52 64 46 50 40ZM50 40C42 28 46 14 56 6 60 20 58 30 50 40Z',
    ) +
    disc('c', 46, 44, 6) +
    disc('c', 56, 45, 6),
  sun: () =>
    around(12, fill('a', 'M45 22 50 4 55 22Z')) +
    disc('g', 50, 50, 28) +
    disc('a', 50, 50, 19) +
    shine('M38 44A14 14 0 0 1 54 36C46 40 42 44 40 52Z'),
  cactus: () =>
    fill(
      'b',
      'M40 90V62H30C20 62 16 54 16 44V36H28V46C28 50 30 50 34 50H40V22C40 6 60 6 60 22V58H66C70 58 72 56 72 52V34H84V54C84 66 78 70 68 70H60V90Z',
    ) +
    line('M50 22V84M22 40V46M78 40V52', 2) +
    star('c', 6, 11, 5, 12),
  leaf: () =>
    fill('b', 'M86 10C40 8 10 34 14 84 62 90 92 56 86 10Z') +
    line('M14 86 70 28M32 68 30 46M32 68 54 70M48 52 46 32M48 52 70 54', 3),
  totem: () =>
    fill('d', 'M24 10H76L84 34 78 74 62 92H38L22 74 16 34Z') +
    fill('a', 'M24 34H44V48H30ZM76 34H56V48H70Z') +
    fill('g', 'M44 48H56L60 62H40Z') +
    fill('c', 'M30 68H70L64 80H36Z') +
    line('M42 68V80M50 68V80M58 68V80M30 22H70', 3),
  flower: () =>
    around(6, fill('c', 'M50 46C34 34 38 10 50 8 62 10 66 34 50 46Z')) +
    disc('g', 50, 50, 14) +
    around(6, dot(50, 42, 2, '#8a4a00')),
  planet: () =>
    disc('a', 50, 50, 30) +
    `<g stroke="none" opacity=".3" fill="#fff"><path d="M23 40H77L79 48H21Z"/><path d="M26 62H74L68 70H32Z"/></g>` +
    `<path d="M76 36C92 32 98 36 94 44 88 56 58 68 34 72 12 74 2 70 8 60 12 54 18 50 22 48" fill="none" stroke="url(#g)" stroke-width="7" stroke-linecap="round"/>`,
  rocket: () =>
    fill('c', 'M42 74H58L50 98Z') +
    fill('a', 'M34 54 16 76 36 72ZM66 54 84 76 64 72Z') +
    fill('g', 'M50 4C70 20 72 50 62 76H38C28 50 30 20 50 4Z') +
    disc('b', 50, 38, 11) +
    shine('M46 12C36 26 34 48 40 70 34 46 36 26 46 12Z'),
  star: () => star('g', 5, 45, 20, 52) + star('a', 5, 25, 11, 52),
  comet: () =>
    fill('c', 'M6 14 56 42 44 58ZM26 4 66 40 56 50ZM4 36 48 66 58 56Z') +
    disc('g', 64, 62, 26) +
    shine('M48 56A18 18 0 0 1 70 44C58 48 52 56 52 66Z'),
  cherry: () =>
    line('M30 62C32 40 48 22 70 14 64 34 66 50 70 62', 5) +
    fill('b', 'M70 14C84 6 94 14 96 26 84 30 74 26 70 14Z') +
    disc('a', 28, 72, 20) +
    disc('a', 70, 74, 20) +
    dot(21, 65, 5, '#ffffff99') +
    dot(63, 67, 5, '#ffffff99'),
  lemon: () =>
    fill('g', 'M12 74C4 84 10 92 22 86 50 96 88 72 84 30 94 18 88 8 76 16 40 8 6 40 12 74Z') +
    shine('M24 62C22 44 38 28 56 26 40 34 30 46 30 64Z') +
    fill('b', 'M76 16C64 2 50 6 46 16 56 22 68 22 76 16Z'),
  grape: () =>
    fill('b', 'M50 24C36 4 20 10 20 10 22 26 36 30 50 24Z') +
    line('M50 26 58 8', 5) +
    [
      [30, 40],
      [50, 38],
      [70, 40],
      [40, 57],
      [60, 57],
      [50, 76],
    ]
      .map(([x = 0, y = 0]) => disc('c', x, y, 13) + dot(x - 4, y - 4, 3, '#ffffffaa'))
      .join(''),
  melon: () =>
    fill('b', 'M6 32H94C94 64 74 86 50 86S6 64 6 32Z') +
    fill('a', 'M16 32H84C84 58 68 74 50 74S16 58 16 32Z') +
    [
      [34, 44],
      [50, 42],
      [66, 44],
      [42, 58],
      [58, 58],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 3, '#2a0d14'))
      .join(''),
  bell: () =>
    disc('d', 50, 84, 10) +
    fill('g', 'M50 8C30 10 28 34 26 52 24 66 14 70 12 80H88C86 70 76 66 74 52 72 34 70 10 50 8Z') +
    line('M20 68H80', 3) +
    shine('M42 18C34 28 34 44 32 62 26 40 32 24 42 18Z'),
  seven: () =>
    fill('a', 'M16 10H86V28C70 46 60 66 58 92H34C36 66 46 48 60 32H34V42H16Z') +
    shine('M20 14H82V20H26V38H20Z'),
  pyramid: () =>
    fill('g', 'M50 12 96 84H4Z') +
    fill('d', 'M50 12 96 84 58 84Z') +
    line('M36 34 62 34M24 54 74 56M12 72 86 72', 2) +
    disc('a', 50, 12, 8),
  eye: () =>
    fill('b', 'M6 48C24 22 70 18 94 42 74 68 30 72 6 48Z') +
    disc('g', 50, 46, 16) +
    dot(50, 46, 7, '#101428') +
    dot(46, 41, 3) +
    line('M8 32C30 8 70 8 92 26M40 66C40 80 34 86 26 90M58 66C60 86 74 92 82 82 84 74 76 72 74 78', 5),
  ankh: () =>
    fill(
      'g',
      'M50 6C30 6 26 26 42 44H16V58H42V94H58V58H84V44H58C74 26 70 6 50 6ZM50 18C60 18 58 32 50 40 42 32 40 18 50 18Z',
    ) + disc('c', 50, 51, 6),
  scarab: () =>
    disc('g', 50, 16, 11) +
    fill('b', 'M50 24C26 24 20 44 22 60 24 80 38 92 50 92S76 80 78 60C80 44 74 24 50 24Z') +
    line('M50 42V92M24 44C40 36 60 36 76 44', 3) +
    line('M22 52 6 42M22 64 6 70M28 78 14 92M78 52 94 42M78 64 94 70M72 78 86 92', 5) +
    shine('M30 50C28 64 32 76 40 84 34 70 34 58 38 46Z'),
  egg: () =>
    fill('a', 'M50 6C70 6 84 36 84 58A34 36 0 0 1 16 58C16 36 30 6 50 6Z') +
    fill('g', 'M18 52 32 40 42 54 52 38 62 54 72 40 83 54 84 62 72 54 62 68 52 52 42 68 32 54 17 66Z') +
    shine('M40 14C28 26 24 44 24 56 30 36 34 26 40 14Z'),
  flame: () =>
    fill(
      'a',
      'M50 4C60 24 84 36 84 62 84 82 68 94 50 94S16 82 16 62C16 48 26 42 28 28 38 32 42 40 42 46 52 36 54 22 50 4Z',
    ) +
    fill('g', 'M52 42C58 54 68 58 68 72 68 84 60 90 50 90S32 84 32 72C32 64 38 60 40 52 46 56 52 50 52 42Z'),
  lantern: () =>
    line('M50 4V16M50 84V96', 4) +
    fill('a', 'M34 18H66C92 30 92 70 66 82H34C8 70 8 30 34 18Z') +
    fill('g', 'M34 12H66V20H34ZM34 80H66V88H34Z') +
    line('M50 20V80M36 20C24 36 24 64 36 80M64 20C76 36 76 64 64 80', 2.5),
  coin: () =>
    disc('g', 50, 50, 42) +
    `<circle cx="50" cy="50" r="33" fill="none" stroke-width="2.5"/>` +
    fill('d', 'M38 38H62V62H38Z') +
    around(4, fill('a', 'M50 20 55 27 50 33 45 27Z')) +
    shine('M18 42A34 34 0 0 1 56 14C36 20 26 30 22 50Z'),
  fan: () =>
    fill('c', 'M50 88 4 44C28 6 72 6 96 44Z') +
    line('M50 88 14 34M50 88 30 22M50 88V16M50 88 70 22M50 88 86 34', 2.5) +
    fill('g', 'M50 92 34 66C44 58 56 58 66 66Z'),
  mask: () =>
    fill(
      'c',
      'M30 34C20 22 22 8 30 4 32 16 40 22 44 32ZM50 30C42 18 46 6 52 2 60 10 58 22 54 30ZM70 34C80 22 78 8 70 4 68 16 60 22 56 32Z',
    ) +
    fill(
      'a',
      'M6 38C22 26 40 34 50 38 60 34 78 26 94 38 94 66 82 82 66 80 58 78 54 70 50 66 46 70 42 78 34 80 18 82 6 66 6 38Z',
    ) +
    `<g fill="#101428"><path d="M18 50C26 44 36 48 40 56 32 64 20 62 18 50Z"/><path d="M82 50C74 44 64 48 60 56 68 64 80 62 82 50Z"/></g>` +
    star('g', 4, 10, 4, 44),
  jester: () =>
    fill('a', 'M50 70C44 40 30 20 10 34 8 40 14 42 18 40 30 44 28 62 28 74Z') +
    fill('b', 'M50 70C56 40 70 20 90 34 92 40 86 42 82 40 70 44 72 62 72 74Z') +
    fill('c', 'M36 72C34 44 42 20 50 10 58 20 66 44 64 72Z') +
    fill('g', 'M24 72H76V88H24Z') +
    disc('g', 10, 40, 8) +
    disc('g', 90, 40, 8) +
    disc('g', 50, 11, 8),
  balloon: () =>
    fill('a', 'M50 4C76 4 86 24 84 40 82 54 66 64 60 72H40C34 64 18 54 16 40 14 24 24 4 50 4Z') +
    fill('g', 'M50 4C62 20 62 50 54 72H46C38 50 38 20 50 4Z') +
    line('M40 72 42 82M60 72 58 82', 2.5) +
    fill('d', 'M38 80H62L59 96H41Z'),
  shield: () =>
    disc('a', 50, 50, 42) +
    fill('c', 'M50 50V8A42 42 0 0 1 92 50ZM50 50V92A42 42 0 0 1 8 50Z') +
    `<circle cx="50" cy="50" r="42" fill="none" stroke="url(#g)" stroke-width="8"/>` +
    disc('g', 50, 50, 14),
  axe: () =>
    fill('d', 'M46 14H56V94H46Z') +
    fill('b', 'M56 18C72 22 84 14 90 8 98 30 94 52 86 62 80 52 70 46 56 48Z') +
    fill('b', 'M46 18C30 22 18 14 12 8 4 30 8 52 14 62 20 52 30 46 46 48Z') +
    fill('g', 'M42 22H60V44H42Z'),
  helmet: () =>
    fill('g', 'M22 46C6 44 2 22 8 8 14 24 22 28 32 30ZM78 46C94 44 98 22 92 8 86 24 78 28 68 30Z') +
    fill('b', 'M18 62C18 32 32 16 50 16S82 32 82 62V74H18Z') +
    fill('a', 'M44 16H56V58L60 90H40L44 58ZM16 56H84V68H16Z') +
    [26, 38, 62, 74].map((x) => dot(x, 62, 2.5)).join(''),
  ship: () =>
    fill('a', 'M46 10C66 22 72 44 66 62H46Z') +
    fill('c', 'M42 18C28 30 20 46 18 60H42Z') +
    line('M44 4V68', 5) +
    fill('d', 'M4 66H96C92 82 80 90 70 90H28C16 88 8 80 4 66Z') +
    fill('g', 'M4 66H96L94 73H7Z'),
  compass: () =>
    disc('g', 50, 50, 44) +
    disc('b', 50, 50, 33) +
    fill('a', 'M50 20 59 50H41Z') +
    fill('d', 'M50 80 41 50H59Z') +
    dot(50, 50, 4),
  chest: () =>
    fill('d', 'M10 46C10 24 22 16 34 16H66C78 16 90 24 90 46Z') +
    fill('d', 'M10 50H90V86H10Z') +
    fill('g', 'M22 18H32V86H22ZM68 18H78V86H68ZM8 44H92V54H8Z') +
    fill('a', 'M42 42H58V62L50 68 42 62Z'),
  flake: () =>
    around(
      6,
      `<path d="M50 50V6M50 20 38 10M50 20 62 10M50 34 40 26M50 34 60 26" fill="none" stroke="url(#b)" stroke-width="6" stroke-linecap="round"/>`,
    ) + disc('g', 50, 50, 9),
  crystal: () =>
    fill('b', 'M22 92 8 56 22 34 36 58V92Z') +
    fill('c', 'M78 92 92 60 80 40 64 60V92Z') +
    fill('a', 'M34 92 28 30 50 4 72 30 66 92Z') +
    line('M50 4 46 36 28 30M46 36 72 30M46 36 50 92', 2) +
    shine('M28 30 50 4 46 36Z'),
  moon: () =>
    fill('g', 'M62 8A44 44 0 1 0 92 66 38 38 0 0 1 62 8Z') +
    `<g transform="translate(44 -6) scale(.5)">${star('a', 5, 40, 17, 56)}</g>` +
    shine('M40 18A36 36 0 0 0 18 60C20 40 28 28 40 18Z'),
  mushroom: () =>
    fill('d', 'M38 52H62C62 66 66 78 70 90H30C34 78 38 66 38 52Z') +
    fill('a', 'M6 54C8 24 28 8 50 8S92 24 94 54C70 62 30 62 6 54Z') +
    dot(34, 32, 7, '#fff8') +
    dot(58, 24, 8, '#fff8') +
    dot(74, 42, 6, '#fff8') +
    dot(22, 46, 5, '#fff8'),
  potion: () =>
    fill('b', 'M40 8H60V36L84 74C90 86 82 94 72 94H28C18 94 10 86 16 74L40 36Z') +
    fill('c', 'M30 56H70L82 76C86 84 80 90 72 90H28C20 90 14 84 18 76Z') +
    fill('d', 'M36 4H64V14H36Z') +
    dot(42, 70, 5, '#fff9') +
    dot(58, 78, 4, '#fff9') +
    dot(54, 62, 3, '#fff9'),
  horseshoe: () =>
    fill('g', 'M14 12H34C24 40 28 68 50 68S76 40 66 12H86C98 52 84 92 50 92S2 52 14 12Z') +
    [
      [23, 34],
      [26, 56],
      [40, 76],
      [60, 76],
      [74, 56],
      [77, 34],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 3.5, '#101428'))
      .join(''),
  candy: () =>
    fill('c', 'M30 50 6 28 10 50 6 72ZM70 50 94 28 90 50 94 72Z') +
    disc('a', 50, 50, 27) +
    `<path d="M50 50C50 38 62 34 70 40M50 50C62 50 66 62 60 72M50 50C50 62 38 66 30 60M50 50C38 50 34 38 40 28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".75"/>`,
  lollipop: () =>
    fill('d', 'M46 60H54V96H46Z') +
    disc('a', 50, 36, 32) +
    `<path d="M50 36a6 6 0 0 1 6 8c-3 6-16 5-18-5-2-13 14-21 26-14 14 8 12 28-2 35" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".8"/>`,
  heart: () =>
    fill('a', 'M50 90C14 62 6 46 8 32 12 8 40 8 50 28 60 8 88 8 92 32 94 46 86 62 50 90Z') +
    shine('M20 40C18 26 28 20 36 24 26 28 24 36 26 48Z'),
  crown: () =>
    fill('g', 'M8 26 28 46 50 12 72 46 92 26 84 78H16Z') +
    fill('a', 'M16 78H84V90H16Z') +
    disc('c', 50, 58, 8) +
    disc('b', 29, 62, 5) +
    disc('b', 71, 62, 5) +
    disc('a', 8, 24, 6) +
    disc('a', 92, 24, 6) +
    disc('a', 50, 11, 7),
  sword: () =>
    fill('b', 'M50 2 59 16V64H41V16Z') +
    line('M50 12V62', 2) +
    fill('g', 'M20 62H80V72H20Z') +
    fill('d', 'M44 72H56V88H44Z') +
    disc('a', 50, 91, 7),
  castle: () =>
    fill('d', 'M12 30H18V22H24V30H30V22H36V46H42V38H48V46H52V38H58V46H64V22H70V30H76V22H82V30H88V92H12Z') +
    `<path d="M40 92V72C40 60 60 60 60 72V92Z" fill="#101428"/>` +
    fill('a', 'M24 22V4L42 10 24 15ZM76 22V4L94 10 76 15Z') +
    fill('g', 'M20 50H28V64H20ZM72 50H80V64H72Z'),
  gear: () =>
    around(8, fill('g', 'M42 6H58L62 24H38Z')) +
    disc('g', 50, 50, 33) +
    disc('d', 50, 50, 20) +
    disc('a', 50, 50, 9),
  clock: () =>
    fill('g', 'M40 2H60V14H40Z') +
    disc('g', 50, 54, 40) +
    `<circle cx="50" cy="54" r="31" fill="#fdf6e3"/>` +
    line('M50 34V54L64 62', 5) +
    line('M50 26V30M50 78V82M22 54H26M74 54H78', 3),
  letterA: () => letter('a', 'A'),
  letterK: () => letter('b', 'K'),
  letterQ: () => letter('c', 'Q'),
  letterJ: () => letter('d', 'J'),
  spade: () =>
    fill(
      'b',
      'M50 6C58 26 90 38 90 60 90 80 66 84 56 70 57 80 62 88 70 94H30C38 88 43 80 44 70 34 84 10 80 10 60 10 38 42 26 50 6Z',
    ) + shine('M46 20C36 36 20 44 20 60 18 42 36 32 46 20Z'),
  club: () =>
    disc('c', 50, 28, 21) +
    disc('c', 28, 58, 21) +
    disc('c', 72, 58, 21) +
    fill('c', 'M44 50H56C56 72 60 86 70 94H30C40 86 44 72 44 50Z') +
    dot(43, 20, 5, '#ffffff99'),
  diamond: () =>
    fill('d', 'M50 4 86 50 50 96 14 50Z') +
    fill('d', 'M50 24 70 50 50 76 30 50Z') +
    shine('M50 4 14 50H30L50 24Z'),
  ace: () =>
    fill('a', 'M50 92C16 64 6 48 8 34 12 12 40 12 50 32 60 12 88 12 92 34 94 48 84 64 50 92Z') +
    fill('g', 'M50 72C34 58 28 50 30 42 32 34 46 34 50 44 54 34 68 34 70 42 72 50 66 58 50 72Z'),
  key: () =>
    fill('g', 'M30 8C48 8 56 24 50 40L88 78V92H72V82H62V72H54L42 50C26 58 8 46 8 30 8 18 18 8 30 8Z') +
    `<circle cx="28" cy="28" r="8" fill="#101428"/>` +
    shine('M16 34C14 22 22 14 32 14 24 18 20 24 20 36Z'),
};

export type GlyphName = keyof typeof glyphs;

/** The stacked ribbon under the wild and the scatter, so that both are known at a glance in every theme. */
const ribbon = (word: string) =>
  `<path d="M4 66H96L90 79 96 92H4L10 79Z" fill="url(#g)"/><text x="50" y="86" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="900" font-size="19" stroke="none" fill="#2a1600" textLength="68" lengthAdjust="spacingAndGlyphs">${word}</text>`;

export const wildGlyph = (name: GlyphName) =>
  around(10, fill('c', 'M46 20 50 0 54 20Z')) +
  disc('a', 50, 46, 38) +
  `<g transform="translate(20 8) scale(.6)">${glyphs[name]()}</g>` +
  ribbon('JOKER');
export const scatterGlyph = (name: GlyphName) =>
  star('d', 12, 48, 38, 48) +
  `<g transform="translate(20 8) scale(.6)">${glyphs[name]()}</g>` +
  ribbon('BONUS');
