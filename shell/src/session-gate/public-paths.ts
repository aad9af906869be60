/** The paths of the login screen, which opens without a session. */
export const PUBLIC_PATHS: readonly string[] = ['/', '/login'];
