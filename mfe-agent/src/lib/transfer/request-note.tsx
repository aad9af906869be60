import { requestedText } from '@palier/shared/request-words';
import { ErrorBox } from '@palier/shared/ui';
import styles from './transfer-form.module.css';
import { messages } from './transfer.messages';
import type { PaidRequest } from './use-request';

/** The request that the form pays, if there is one. */
export function RequestNote({ paid }: { readonly paid: PaidRequest | null }) {
  if (paid === null) return null;
  const { request, error } = paid;
  if (request === undefined) return <ErrorBox message={error} />;
  const { id, note, isReserved } = request;
  return (
    <p className={styles.request}>
      {messages.request(id, requestedText(request))}
      {isReserved && ` (${messages.reserved})`}
      {note !== null && ` · ${note}`}
    </p>
  );
}
