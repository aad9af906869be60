// Scores one page in a running browser: `node lighthouse-score.mjs <debugging port>`, the page as JSON on
// standard input. lighthouse.ts copies this file beside the installed packages.
import { text } from 'node:stream/consumers';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

/** The vendor's game, in a frame of another origin, is no part of the page that is scored. */
const VENDOR_PAGES = ['*/play/*'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const port = process.argv[2];
/** `stored`: contents of session and local storage, set before the page's first script. */
const { url, stored } = JSON.parse(await text(process.stdin));

const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
const page = await browser.newPage();
await page.evaluateOnNewDocument(({ session, local }) => {
  Object.assign(sessionStorage, session);
  Object.assign(localStorage, local);
}, stored);
const flags = {
  logLevel: 'error',
  onlyCategories: CATEGORIES,
  blockedUrlPatterns: VENDOR_PAGES,
};
const { lhr } = await lighthouse(url, flags, undefined, page);
await page.close();
await browser.disconnect();

const failed = Object.values(lhr.audits)
  .filter(
    ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
  )
  .map(({ id, displayValue }) => (displayValue === undefined ? id : `${id} (${displayValue})`));
const scores = Object.fromEntries(CATEGORIES.map((name) => [name, lhr.categories[name].score]));
console.log(JSON.stringify({ scores, failed, error: lhr.runtimeError?.message ?? null }));
