/**
 * What this browser says of notifications; null where the page cannot make one. Android's Chrome has the permission but
 * throws where a page makes the notification itself: what would ask there would ask for nothing.
 */
export function readPermission(): NotificationPermission | null {
  if (!('Notification' in window)) return null;
  const { permission } = Notification;
  if (permission === 'granted') return permission;
  try {
    // Nothing shows without the permission.
    new Notification('');
    return permission;
  } catch {
    return null;
  }
}
