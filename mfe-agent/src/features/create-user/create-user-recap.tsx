import { Button } from '@palier/shared/ui';
import { messages } from './create-user.messages';
import styles from './create-user.module.css';
import type { CreatedUser } from './use-create-user';

/** Shown once: the only moment the password can be read and handed over on paper. */
export const CreateUserRecap = ({ user }: { readonly user: CreatedUser }) => (
  <div className={styles.form} role="status">
    <dl className={styles.recap}>
      <dt>{messages.name}</dt>
      <dd>{user.username}</dd>
      <dt>{messages.password}</dt>
      <dd>{user.password}</dd>
    </dl>
    <div className={styles.print}>
      <Button onClick={() => window.print()}>{messages.print}</Button>
    </div>
  </div>
);
