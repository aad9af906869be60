import type { SubAccount } from '@palier/shared/contracts';

export interface BesideProps {
  readonly row: SubAccount;
  readonly listSearch: string;
  readonly onFollowLink: (nameId: string) => void;
}
