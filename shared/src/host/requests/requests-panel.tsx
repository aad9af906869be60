import { bus } from '@palier/shared/bus';
import { paymentAddress, requestedText } from '@palier/shared/request-words';
import { useLocation } from '@palier/shared/router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { followReceivedRequests, useReceivedRequests } from './received';
import { RequestList } from './request-list';
import { messages } from './requests.messages';
import styles from './requests.module.css';

/** The screens above which an agent sees the open requests. */
const SHOWN_ON = ['/home', '/admin'];
const MAX_SHOWN = 3;
const MAIN = '#contenu';

/** An element before the page's content. It is not part of the layout, which is in the first load. */
function usePlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  // After each rendering: the first may come before the page has its content, and a page may be replaced.
  useEffect(() => {
    if (!place.isConnected) document.querySelector(MAIN)?.before(place);
  });
  useEffect(() => () => place.remove(), [place]);
  return place;
}

/** Follows the requests to an agent, reports new ones, and lists the oldest above home and list. */
export function RequestsPanel({ userId }: { readonly userId: number }) {
  const { pathname } = useLocation();
  const { data } = useReceivedRequests();
  const place = usePlace();
  useEffect(
    () =>
      followReceivedRequests(userId, (request) =>
        bus.emit('notice/raised', {
          tone: 'info',
          text: messages.asks(request.username, requestedText(request)),
          link: { to: paymentAddress(request), text: messages.pay },
        }),
      ),
    [userId],
  );
  if (data.length === 0 || !SHOWN_ON.includes(pathname)) return null;
  return createPortal(
    <section className={styles.panel} aria-label={messages.title} data-screen-only>
      <h2 className={styles.title}>{messages.title}</h2>
      <RequestList most={MAX_SHOWN} />
    </section>,
    place,
  );
}
