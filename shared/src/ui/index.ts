export { Amount } from './amount';
export { Button, ButtonLink, Card, Chip, ErrorBox, Field, Page, SuccessBox } from './controls';
export { DataTable, type Column } from './data-table';
export { ErrorBoundary } from './error-boundary';
export { Pager, pagesToShow } from './pager';
