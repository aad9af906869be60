import base from './playwright.config';
const { webServer: _webServer, ...rest } = base;
export default rest;
