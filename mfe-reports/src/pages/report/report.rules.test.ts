import { PRESETS, today, toReportQuery } from './report.rules';

const at = (label: string, now: Date) => PRESETS.find((preset) => preset.label === label)?.periodAt(now);

test('When a period is asked for, then it runs from the start of its first day to the end of its last', () => {
  expect(toReportQuery({ from: '2026-03-01', to: '2026-03-02' })).toEqual({
    from: '2026-03-01T00:00:00',
    to: '2026-03-02T23:59:59.999',
  });
});

test('When a minute of the day is left, then today is still today', () => {
  expect(today(new Date(2026, 2, 1, 23, 59))).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

test('When it is the first of March, then the presets cross the month rightly', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  expect(at("Aujourd'hui", now)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(at('Hier', now)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(at('7 jours', now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(at('Ce mois', new Date(2026, 2, 17))).toEqual({ from: '2026-03-01', to: '2026-03-17' });
});
