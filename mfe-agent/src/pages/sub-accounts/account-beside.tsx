import type { SubAccount } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { useEffect, useState, type ComponentType } from 'react';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';

export interface BesideProps {
  readonly row: SubAccount;
  readonly listSearch: string;
  readonly onFollowLink: (nameId: string) => void;
}

interface AccountBesideProps extends Omit<BesideProps, 'row'> {
  /** Undefined before the first selection, and when the list shows other rows. */
  readonly row: SubAccount | undefined;
}

/** The place of the selected account on a wide screen. Its content is loaded with the first selection. */
export function AccountBeside({ row, ...props }: AccountBesideProps) {
  const [Content, setContent] = useState<ComponentType<BesideProps> | null>(null);
  const isSelected = row !== undefined;
  useEffect(() => {
    if (!isSelected || Content !== null) return;
    import('./detail/account-detail').then(
      ({ AccountDetail }) => setContent(() => AccountDetail),
      (error: unknown) => logIgnored(error, 'sub-accounts: detail not loaded'),
    );
  }, [isSelected, Content]);
  return (
    <aside className={styles.beside} aria-label={messages.beside} data-screen-only>
      {row === undefined && <p className={styles.chooseRow}>{messages.chooseRow}</p>}
      {row !== undefined && Content !== null && <Content key={row.id} row={row} {...props} />}
    </aside>
  );
}
