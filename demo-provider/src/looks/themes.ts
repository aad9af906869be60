import type { GlyphName } from './glyphs/index.js';

type Shades = readonly [light: string, dark: string];

/**
 * `sky` is the backdrop's gradient, `ink` the outlines, a to d the gradients of the symbols; the six `glyphs` serve as the
 * high symbols, the wild and the scatter.
 */
export interface Theme {
  readonly sky: Shades;
  readonly ink: string;
  readonly a: Shades;
  readonly b: Shades;
  readonly c: Shades;
  readonly d: Shades;
  readonly glyphs: readonly [GlyphName, GlyphName, GlyphName, GlyphName, GlyphName, GlyphName];
}

export const themes = {
  abysses: {
    sky: ['#0d5c8c', '#04142e'],
    ink: '#03203a',
    a: ['#ff9d6b', '#d2384f'],
    b: ['#ffd9ec', '#c86aa8'],
    c: ['#ffb35c', '#d9562b'],
    d: ['#4fd8d2', '#13698c'],
    glyphs: ['anchor', 'fish', 'shell', 'starfish', 'ship', 'compass'],
  },
  desert: {
    sky: ['#f2a65a', '#5a1f3d'],
    ink: '#3a1424',
    a: ['#ff8a5c', '#b8322f'],
    b: ['#8fd694', '#2c7a55'],
    c: ['#ffc4d6', '#b8437a'],
    d: ['#d9a066', '#7a4526'],
    glyphs: ['lamp', 'sun', 'palm', 'cactus', 'moon', 'chest'],
  },
  jungle: {
    sky: ['#2f8f4e', '#06281c'],
    ink: '#04180f',
    a: ['#ff7f50', '#b5251f'],
    b: ['#a8e063', '#2f7d32'],
    c: ['#ff8fc7', '#b02a78'],
    d: ['#c79a63', '#6b421f'],
    glyphs: ['totem', 'flower', 'egg', 'leaf', 'eye', 'pyramid'],
  },
  espace: {
    sky: ['#3b2a8c', '#060318'],
    ink: '#0b0726',
    a: ['#ff8ad4', '#8a2be2'],
    b: ['#8be9ff', '#2a6fdb'],
    c: ['#7dffcf', '#1a9c8a'],
    d: ['#b9a7ff', '#4b3bb3'],
    glyphs: ['rocket', 'planet', 'comet', 'star', 'sun', 'moon'],
  },
  fruits: {
    sky: ['#b3205a', '#2a0630'],
    ink: '#26040f',
    a: ['#ff6b6b', '#b3001b'],
    b: ['#b6e36b', '#2f8a2f'],
    c: ['#c79bff', '#6a1fb5'],
    d: ['#ffcf6b', '#c76a00'],
    glyphs: ['seven', 'bell', 'crown', 'star', 'coin', 'heart'],
  },
  egypte: {
    sky: ['#d89b3c', '#2a1233'],
    ink: '#2a1405',
    a: ['#ff9f68', '#b4341e'],
    b: ['#6fe0e8', '#11708f'],
    c: ['#ff8fa3', '#a31f4d'],
    d: ['#e0b070', '#8a5a24'],
    glyphs: ['scarab', 'ankh', 'eye', 'pyramid', 'sun', 'key'],
  },
  dragons: {
    sky: ['#a3162a', '#22040f'],
    ink: '#2a0208',
    a: ['#ff7b54', '#b3001b'],
    b: ['#7ee8a6', '#12805c'],
    c: ['#ffb3c7', '#c22b5b'],
    d: ['#ffb86b', '#9c3d12'],
    glyphs: ['egg', 'flame', 'lantern', 'coin', 'fan', 'crown'],
  },
  carnaval: {
    sky: ['#7b2ff7', '#24063f'],
    ink: '#1c0433',
    a: ['#ff6bd6', '#b0128a'],
    b: ['#6bf0ff', '#1577c2'],
    c: ['#9dff8a', '#1f9c4a'],
    d: ['#ffb45e', '#d14b12'],
    glyphs: ['mask', 'jester', 'balloon', 'star', 'crown', 'heart'],
  },
  vikings: {
    sky: ['#5d7f99', '#111c2b'],
    ink: '#0d1622',
    a: ['#ff8566', '#a82222'],
    b: ['#dbe7f2', '#6d87a1'],
    c: ['#8fc7ff', '#2a5fa8'],
    d: ['#c09064', '#6a4124'],
    glyphs: ['helmet', 'shield', 'axe', 'ship', 'sword', 'compass'],
  },
  pirates: {
    sky: ['#1e7f8c', '#0a1830'],
    ink: '#071226',
    a: ['#ff7a59', '#a3201c'],
    b: ['#8fe3d9', '#1c7a80'],
    c: ['#fff1c9', '#c79b4b'],
    d: ['#b98255', '#5e3517'],
    glyphs: ['chest', 'ship', 'compass', 'anchor', 'key', 'moon'],
  },
  glace: {
    sky: ['#9fd8f5', '#1b3b78'],
    ink: '#12305e',
    a: ['#b7f0ff', '#2f8fd0'],
    b: ['#ffffff', '#86c5ee'],
    c: ['#d7c6ff', '#7259c9'],
    d: ['#a9c7e8', '#3d639c'],
    glyphs: ['crystal', 'flake', 'moon', 'bell', 'crown', 'star'],
  },
  foret: {
    sky: ['#3c6e71', '#0f1f2b'],
    ink: '#0b1a1a',
    a: ['#ff7e79', '#b32638'],
    b: ['#b8f2a0', '#2f8a5b'],
    c: ['#d7a4ff', '#7a35b8'],
    d: ['#f0d9b5', '#a07647'],
    glyphs: ['potion', 'mushroom', 'moon', 'leaf', 'flower', 'key'],
  },
  ouest: {
    sky: ['#e0703c', '#3a1526'],
    ink: '#2b0f0c',
    a: ['#ff8a65', '#a62b17'],
    b: ['#9ccc65', '#3d7a2e'],
    c: ['#ffd1b0', '#c0703c'],
    d: ['#b07a4f', '#5a3318'],
    glyphs: ['star', 'horseshoe', 'cactus', 'chest', 'sun', 'bell'],
  },
  bonbons: {
    sky: ['#ff9ecb', '#6a2c91'],
    ink: '#4a1460',
    a: ['#ff8ac2', '#e0257a'],
    b: ['#8af0e0', '#1aa39c'],
    c: ['#ffe08a', '#f08a1d'],
    d: ['#d3b0ff', '#7a4fd0'],
    glyphs: ['heart', 'candy', 'lollipop', 'star', 'crown', 'balloon'],
  },
  royaume: {
    sky: ['#3555a8', '#0e1236'],
    ink: '#0b0f2c',
    a: ['#ff7a8a', '#a8123c'],
    b: ['#dfe9ff', '#7f96c9'],
    c: ['#8ab4ff', '#2a4fc0'],
    d: ['#c9b79a', '#6f5c44'],
    glyphs: ['crown', 'sword', 'castle', 'shield', 'sun', 'key'],
  },
  rouages: {
    sky: ['#a0693a', '#1f1410'],
    ink: '#1f120a',
    a: ['#ff9166', '#a83a1a'],
    b: ['#9ae0d0', '#2d7f78'],
    c: ['#e8c9a0', '#8f6336'],
    d: ['#c48a5a', '#663a1c'],
    glyphs: ['clock', 'gear', 'balloon', 'key', 'compass', 'potion'],
  },
  jardin: {
    sky: ['#f2a7b5', '#3c1f4a'],
    ink: '#3a1030',
    a: ['#ff8f7a', '#c22f3a'],
    b: ['#b7e4a0', '#3f8f5a'],
    c: ['#ffc9dd', '#d6558f'],
    d: ['#d9b48a', '#8a5a3a'],
    glyphs: ['fan', 'fish', 'lantern', 'flower', 'moon', 'coin'],
  },
  medina: {
    sky: ['#2456a6', '#150b33'],
    ink: '#0e0a28',
    a: ['#ff9a76', '#b33a3a'],
    b: ['#6fe3d2', '#157a86'],
    c: ['#e6b3ff', '#8a35b5'],
    d: ['#e6c08a', '#96622c'],
    glyphs: ['lamp', 'moon', 'lantern', 'palm', 'star', 'eye'],
  },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;
