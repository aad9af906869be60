import { watchUncaught } from './report-failure';

it('When a file of a remote throws in a handler, then that remote and version are reported, digits in its name or none', () => {
  const report = jest.fn();
  watchUncaught(report);
  const error = new Error('broken');
  for (const name of ['casino', 'top10'])
    window.dispatchEvent(new ErrorEvent('error', { error, filename: `/remotes/${name}/1.2.0/16.js` }));
  window.dispatchEvent(new ErrorEvent('error', { error, filename: '/main.js' }));
  const of = (remote: string) => ({ remote, version: '1.2.0', stage: 'handler', reason: error });
  expect(report.mock.calls).toEqual([[of('casino')], [of('top10')]]);
});
