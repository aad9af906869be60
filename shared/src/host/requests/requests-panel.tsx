import { bus } from '@palier/shared/bus';
import { paymentAddress, requestedText } from '@palier/shared/request-words';
import { useLocation } from '@palier/shared/router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { followReceivedRequests, useReceivedRequests } from './received';
import { countText, RequestList } from './request-list';
import { messages } from './requests.messages';
import styles from './requests.module.css';

/** The screens at whose foot an agent sees the open requests. */
const SHOWN_ON = ['/home', '/admin'];
const MAX_SHOWN = 3;
/** On a phone the page keeps its room; the bell has the others. */
const MAX_SHOWN_ON_PHONE = 1;
const isPhone = (): boolean => globalThis.matchMedia?.('(max-width: 719px)').matches === true;
const MAIN = '#contenu';

/**
 * An element after the page, which sticks to the foot of the window: the requests arrive after the page, and
 * above it they would move it. It is not part of the layout, which is in the first load.
 */
function usePlace(): HTMLElement {
  const [place] = useState(() => {
    const element = document.createElement('div');
    element.className = styles.place ?? '';
    return element;
  });
  // After each rendering: the first may come before the layout.
  useEffect(() => {
    if (!place.isConnected) document.querySelector(MAIN)?.parentElement?.append(place);
  });
  useEffect(() => () => place.remove(), [place]);
  return place;
}

/** Follows the requests to an agent, reports new ones, and lists the oldest at the foot of home and list. */
export function RequestsPanel({ userId }: { readonly userId: number }) {
  const { pathname } = useLocation();
  const { data, total } = useReceivedRequests();
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
      <h2 className={styles.title}>
        {messages.title} ({countText(total)})
      </h2>
      <RequestList most={isPhone() ? MAX_SHOWN_ON_PHONE : MAX_SHOWN} />
    </section>,
    place,
  );
}
