import { periodOfUrl, PRESETS } from './period.rules';

const presetAt = (label: string, today: string) =>
  PRESETS.find((preset) => preset.label === label)?.periodAt(today);

test('presets: they cross the end of a month', () => {
  const today = '2026-03-01';
  expect(presetAt("Aujourd'hui", today)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(presetAt('Hier', today)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(presetAt('7 jours', today)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(presetAt('30 jours', '2026-03-30')).toEqual({ from: '2026-03-01', to: '2026-03-30' });
  expect(presetAt('Ce mois', '2026-03-17')).toEqual({ from: '2026-03-01', to: '2026-03-17' });
  expect(presetAt('Hier', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' });
  expect(presetAt('Hier', '2028-03-01')).toEqual({ from: '2028-02-29', to: '2028-02-29' });
});

test.each([
  [null, '2026-03-01'],
  ['2026-03-01', null],
  ['2026-13-01', '2026-03-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-02-28', '2026-02-29'],
  ['2026-03-01', 'today'],
])('period in the URL: the days %s to %s are ignored', (from, to) => {
  expect(periodOfUrl(from, to)).toBeNull();
});
