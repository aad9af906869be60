// Scores one page in a browser that stands already: `node score.mjs <debugging port>`, the page as JSON on standard input.
import { text } from 'node:stream/consumers';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const port = process.argv[2];
/** `stored`: what lies in the page's session and local storage before its first script runs. */
const { url, stored } = JSON.parse(await text(process.stdin));

const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
const page = await browser.newPage();
await page.evaluateOnNewDocument((kept) => {
  for (const [key, value] of Object.entries(kept.session)) sessionStorage.setItem(key, value);
  for (const [key, value] of Object.entries(kept.local)) localStorage.setItem(key, value);
}, stored);
const flags = { logLevel: 'error', onlyCategories: CATEGORIES, disableStorageReset: true };
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
