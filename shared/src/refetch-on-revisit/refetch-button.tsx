import { Button } from '@palier/shared/ui';

/** Réessayer for a list that could not be read. It goes while the list is read once more, and leaves the focus to the page's title. */
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
