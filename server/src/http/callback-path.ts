/** Whether a route or an address, with its query or without, is one of a provider's callbacks. */
export const isCallbackPath = (path: string): boolean => /^\/gold_api(\/|\?|$)/.test(path);
