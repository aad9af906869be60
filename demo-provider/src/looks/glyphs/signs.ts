import { around, atEach, disc, dot, fill, letter, line, shine } from './svg-shapes.js';

/** Gems, card signs, letters and the symbols of classic machines. */
export const signs = {
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
    atEach(
      '30,40 50,38 70,40 40,57 60,57 50,76',
      (x, y) => disc('c', x, y, 13) + dot(x - 4, y - 4, 3, '#ffffffaa'),
    ),
  melon: () =>
    fill('b', 'M6 32H94C94 64 74 86 50 86S6 64 6 32Z') +
    fill('a', 'M16 32H84C84 58 68 74 50 74S16 58 16 32Z') +
    atEach('34,44 50,42 66,44 42,58 58,58', (x, y) => dot(x, y, 3, '#2a0d14')),
  bell: () =>
    disc('d', 50, 84, 10) +
    fill('g', 'M50 8C30 10 28 34 26 52 24 66 14 70 12 80H88C86 70 76 66 74 52 72 34 70 10 50 8Z') +
    line('M20 68H80', 3) +
    shine('M42 18C34 28 34 44 32 62 26 40 32 24 42 18Z'),
  seven: () =>
    fill('a', 'M16 10H86V28C70 46 60 66 58 92H34C36 66 46 48 60 32H34V42H16Z') +
    shine('M20 14H82V20H26V38H20Z'),
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
  horseshoe: () =>
    fill('g', 'M14 12H34C24 40 28 68 50 68S76 40 66 12H86C98 52 84 92 50 92S2 52 14 12Z') +
    atEach('23,34 26,56 40,76 60,76 74,56 77,34', (x, y) => dot(x, y, 3.5, '#101428')),
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
};
