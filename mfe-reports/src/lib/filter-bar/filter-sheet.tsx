import { Button } from '@palier/shared/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './filter-sheet.module.css';

interface FilterSheetProps {
  readonly title: string;
  readonly closeText: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** All filters of a list: beside the list on a desk, at the foot of a phone. They apply at once. */
export function FilterSheet({ title, closeText, onClose, children }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    // A press beside the sheet closes it.
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
  }, []);
  // Closing the dialog, unlike removing it, gives the focus back.
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={onClose}>
      <div className={styles.sheet}>
        <h2>{title}</h2>
        {children}
        <div className={styles.foot}>
          <Button onClick={close}>{closeText}</Button>
        </div>
      </div>
    </dialog>
  );
}
