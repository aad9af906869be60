import { waitFor } from '@testing-library/react';
import { accessToken } from '@palier/shared/session';
import { signInForTest } from '@palier/shared/testing';
import { startWire } from '../testing/each-test';
import { CLIENT, HttpResponse, server, wire } from '../testing/wire';
import { reportMount } from './measure';

startWire();

it('mount report: it is sent once at the mount, and its vitals when the page is hidden', async () => {
  const observers = new Map<string, (entries: object[]) => void>();
  class Observer {
    static readonly supportedEntryTypes = ['largest-contentful-paint', 'event'];
    constructor(private readonly note: (list: { getEntries: () => object[] }) => void) {}
    observe({ type }: { type: string }) {
      observers.set(type, (entries) => this.note({ getEntries: () => entries }));
    }
  }
  Object.assign(window, { PerformanceObserver: Observer });
  const reports: unknown[] = [];
  server.use(
    wire.post('*/api/v1/remotes/reports', async ({ request }) => {
      reports.push([request.headers.get('authorization'), await request.json()]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await reportMount('casino', '1.0.0');
  signInForTest({ ...CLIENT, id: CLIENT.id + 1 });
  for (const remote of ['agent', 'casino']) await reportMount(remote, '1.0.0');
  await waitFor(() => expect(reports.splice(0)).toHaveLength(2));
  signInForTest(CLIENT);
  const sender = `Bearer ${accessToken()}`;
  const casino = { remote: 'casino', version: '1.0.0' };
  const [before, now] = ['0.9.0', '1.0.0'].map((version) => ({ remote: 'reports', version }));
  for (const { remote, version } of [casino, casino, before!, now!]) await reportMount(remote, version);
  await waitFor(() => expect(reports).toEqual([casino, before, now].map((one) => [sender, one])));
  // The page is still visible.
  document.dispatchEvent(new Event('visibilitychange'));

  document.body.innerHTML =
    '<div data-remote="casino"><button></button></div><nav></nav><p data-remote="agent"></p>';
  const [button, nav] = [document.querySelector('button'), document.querySelector('nav')];
  observers.get('largest-contentful-paint')?.([
    { element: button, startTime: 812.4 },
    { element: nav, startTime: 5_000 },
    { element: document.querySelector('p'), startTime: 300 },
  ]);
  observers.get('event')?.([
    { target: button, interactionId: 1, duration: 96 },
    { target: button, interactionId: 2, duration: 48 },
    { target: button, interactionId: 0, duration: 400 },
    { target: nav, interactionId: 3, duration: 700 },
  ]);
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  for (let time = 0; time < 2; time += 1) document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(reports.at(-1)).toEqual([sender, { ...casino, lcpMs: 812, inpMs: 96 }]));
  expect(reports).toHaveLength(4);
});
