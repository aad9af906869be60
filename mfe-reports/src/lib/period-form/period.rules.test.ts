import { periodOfUrl, PRESETS } from './period.rules';

const presetAt = (label: string, now: Date) =>
  PRESETS.find((preset) => preset.label === label)?.periodAt(now);

test('presets: they cross the end of a month', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  expect(presetAt("Aujourd'hui", now)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(presetAt('Hier', now)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(presetAt('7 jours', now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(presetAt('30 jours', new Date(2026, 2, 30, 12))).toEqual({ from: '2026-03-01', to: '2026-03-30' });
  expect(presetAt('Ce mois', new Date(2026, 2, 17))).toEqual({ from: '2026-03-01', to: '2026-03-17' });
});

test.each([
  [null, '2026-03-01'],
  ['2026-03-01', null],
  ['2026-13-01', '2026-03-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-02-28', '2026-02-29'],
  ['2026-03-01', 'today'],
])('period in the URL: it is %s to %s, it is ignored', (from, to) => {
  expect(periodOfUrl(from, to)).toBeNull();
});
