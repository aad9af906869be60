/** Singleton of the page: the design system. */
export {
  Amount,
  Button,
  ButtonLink,
  Card,
  Chip,
  ErrorBox,
  Field,
  SuccessBox,
  useTries,
  VisuallyHidden,
} from './controls';
export { ErrorBoundary } from './error-boundary';
export { exitFullscreen } from './fullscreen';
export { Page, useDocumentTitle } from './page';
