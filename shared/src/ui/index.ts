export { Amount } from './amount';
export { Button, ButtonLink, Card, Chip, ErrorBox, Field, SuccessBox, VisuallyHidden } from './controls';
export { DataTable, type Column } from './data-table';
export { ErrorBoundary } from './error-boundary';
export { exitFullscreen } from './fullscreen';
export { Page, useDocumentTitle } from './page';
export { Pager } from './pager';
