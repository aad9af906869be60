import { demo, expect, test } from '../support/test';

/** What a planted text may become: the browser must refuse each with a TypeError before anything runs. */
const SINKS: Readonly<Record<string, string>> = {
  markup: `document.body.innerHTML = '<img src=x onerror="globalThis.planted = 1">'`,
  'markup in a frame': `document.createElement('iframe').srcdoc = '<script>parent.planted = 1</script>'`,
  'inserted markup': `document.body.insertAdjacentHTML('beforeend', '<svg onload="globalThis.planted = 1">')`,
  'a parsed document': `new DOMParser().parseFromString('<b></b>', 'text/html')`,
  'the text of a script': `document.createElement('script').textContent = 'globalThis.planted = 1'`,
  'a script with data': `document.createElement('script').src = 'data:text/javascript,planted = 1'`,
  'an answer of the API as a script': `document.createElement('script').src = '/api/v1/user/me?x=.js'`,
  'a script that is a blob': `document.createElement('script').src =
    URL.createObjectURL(new Blob(['planted = 1']))`,
  'a worker from elsewhere': `new Worker('/main.js')`,
  'a policy of somebody else': `trustedTypes.createPolicy('other', { createHTML: (text) => text })`,
  'a second default policy': `trustedTypes.createPolicy('default', { createHTML: (text) => text })`,
};

test('page policy: no planted text becomes markup, a script, a worker or a policy', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  for (const [name, code] of Object.entries(SINKS)) {
    // A text for the debugger, which the page's policy does not evaluate.
    const outcome = await page.evaluate(
      `(() => { try { ${code}; return 'done'; } catch (error) { return error.name; } })()`,
    );
    expect(outcome, name).toBe('TypeError');
  }
  expect(await page.evaluate(() => (globalThis as { planted?: number }).planted)).toBeUndefined();
});
