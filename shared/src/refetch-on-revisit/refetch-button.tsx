import { Button } from '@palier/shared/ui';

/**
 * Réessayer for a list that failed. The button disappears while the list is read, so the title of the page,
 * or of its part, takes the focus.
 */
export const RefetchButton = ({ onPress }: { readonly onPress: () => unknown }) => (
  <Button
    tone="quiet"
    isSmall
    onClick={({ currentTarget }) => {
      currentTarget
        .closest('section')
        ?.querySelector<HTMLElement>('h1, h2[tabindex]')
        ?.focus({ preventScroll: true });
      onPress();
    }}
  >
    Réessayer
  </Button>
);
