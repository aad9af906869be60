import base from './playwright.config';
export default { ...base, webServer: undefined, expect: { timeout: 12_000 }, timeout: 60_000 };
