import type { BusPayload } from '@palier/shared/bus';

export type Notice = BusPayload<'notice/raised'> & { readonly id: number };

export interface NoticeBoardProps {
  /** All notices since the sign-in, oldest first. */
  readonly notices: readonly Notice[];
}
