import { readStored, writeStored } from '../session/storage';

/** The first is the one without a choice of the person. */
export const THEMES = ['system', 'dark', 'light'] as const;
/** In per cent of the browser's own size. */
export const TEXT_SIZES = ['100', '125', '150'] as const;

export type Theme = (typeof THEMES)[number];
export type TextSize = (typeof TEXT_SIZES)[number];

const THEME_KEY = 'palier.theme';
const TEXT_SIZE_KEY = 'palier.text-size';

/** The stored choice; the first of the choices for anything else, such as a text written by hand. */
const readChoice = <Choice extends string>(
  key: string,
  [first, ...others]: readonly [Choice, ...Choice[]],
) => {
  const stored = readStored('localStorage', key);
  return others.find((choice) => choice === stored) ?? first;
};

export const readTheme = (): Theme => readChoice(THEME_KEY, THEMES);
export const readTextSize = (): TextSize => readChoice(TEXT_SIZE_KEY, TEXT_SIZES);

/** Sets the attribute that the tokens read; without a choice there is none. */
function mark(name: 'theme' | 'text', choice: string, first: string): void {
  const { dataset } = document.documentElement;
  if (choice === first) Reflect.deleteProperty(dataset, name);
  else dataset[name] = choice;
}

/** The browser's own bar takes the first `theme-color` whose media query matches. */
function colourBrowserBar(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { of } = meta.dataset;
    const chosen = of === theme ? 'all' : 'not all';
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${of})` : chosen);
  }
}

/** Shows the theme and the text size that are stored on this device. */
function applyAppearance(): void {
  const theme = readTheme();
  mark('theme', theme, THEMES[0]);
  mark('text', readTextSize(), TEXT_SIZES[0]);
  colourBrowserBar(theme);
}

/** Shows what is stored on this device, then follows changes of other tabs. */
export function startAppearance(): void {
  applyAppearance();
  window.addEventListener('storage', applyAppearance);
}

export function chooseTheme(theme: Theme): void {
  writeStored('localStorage', THEME_KEY, theme === THEMES[0] ? null : theme);
  applyAppearance();
}

export function chooseTextSize(size: TextSize): void {
  writeStored('localStorage', TEXT_SIZE_KEY, size === TEXT_SIZES[0] ? null : size);
  applyAppearance();
}
