/** The permission for notifications; null where a page cannot create notifications, as in Chrome on Android, whose constructor throws. */
export function readPermission(): NotificationPermission | null {
  if (!('Notification' in window)) return null;
  const { permission } = Notification;
  if (permission === 'granted') return permission;
  try {
    // Tries the constructor. Without the permission no notification shows.
    new Notification('');
    return permission;
  } catch {
    return null;
  }
}
