import type { themes } from '../../public/themes.js';

export type ThemeName = keyof typeof themes;
