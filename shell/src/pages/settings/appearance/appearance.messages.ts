import type { TextSize, Theme } from '@palier/shared/ui/appearance';

export const messages = {
  heading: 'Affichage',
  theme: 'Thème',
  themes: {
    system: 'Système',
    dark: 'Sombre',
    light: 'Clair',
  } satisfies Record<Theme, string>,
  textSize: 'Taille du texte',
  textSizes: {
    100: '100\u00a0%',
    125: '125\u00a0%',
    150: '150\u00a0%',
  } satisfies Record<TextSize, string>,
  hint: 'Ces réglages valent pour ce navigateur.',
} as const;
