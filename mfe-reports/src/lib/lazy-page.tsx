import { lazyPage as lazyInFrame } from '@palier/shared/lazy-page';
import { Waiting } from '@palier/shared/page-parts';
import type { ComponentType, ReactElement } from 'react';
import { PrintableReportPage } from './printing/printable-report-page';

const LOADING = 'Chargement...';

/** A page in a chunk of its own, with its title while the chunk loads. */
export const lazyPage = (title: string, load: () => Promise<ComponentType>): ReactElement =>
  lazyInFrame(
    <PrintableReportPage title={title}>
      <Waiting text={LOADING} />
    </PrintableReportPage>,
    load,
  );
