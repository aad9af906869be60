/** Singleton of the page: the design system. */
export { Amount } from './amount';
export { Button, ButtonLink, Card, Chip, ErrorBox, Field, SuccessBox, VisuallyHidden } from './controls';
export { ErrorBoundary } from './error-boundary';
export { exitFullscreen } from './fullscreen';
export { Page, useDocumentTitle } from './page';
export { useTries } from './use-tries';
