import { Button } from '@palier/shared/ui';

/**
 * Réessayer for a list that failed. The button disappears while the list is read, so the page's title takes
 * the focus.
 */
export const RefetchButton = ({ onPress }: { readonly onPress: () => unknown }) => (
  <Button
    tone="quiet"
    isSmall
    onClick={({ currentTarget }) => {
      currentTarget.closest('section')?.querySelector('h1')?.focus({ preventScroll: true });
      onPress();
    }}
  >
    Réessayer
  </Button>
);
