/** The permission for notifications; null where a page cannot create one. Chrome on Android has the permission, but throws. */
export function readPermission(): NotificationPermission | null {
  if (!('Notification' in window)) return null;
  const { permission } = Notification;
  if (permission === 'granted') return permission;
  try {
    // Shows nothing, because the permission is missing.
    new Notification('');
    return permission;
  } catch {
    return null;
  }
}
