import { createQueryClient } from '@palier/shared/query';
import { rememberedPlace, rememberPlace } from './scroll-memory';

it('When a place is remembered twice, then the later one counts', () => {
  const cache = createQueryClient();
  rememberPlace(cache, 'here', { shownCount: 24, scrollTop: 10 });
  rememberPlace(cache, 'here', { shownCount: 48, scrollTop: 900 });
  expect(rememberedPlace(cache, 'here')).toEqual({ shownCount: 48, scrollTop: 900 });
  expect(rememberedPlace(cache, 'elsewhere')).toBeNull();
});

it('When the catalogue was left a thousand times, then only places of the last fifty entries are kept', () => {
  const cache = createQueryClient();
  for (let visit = 0; visit < 1_000; visit += 1)
    rememberPlace(cache, `entry ${visit}`, { shownCount: 24, scrollTop: visit });
  expect(rememberedPlace(cache, 'entry 949')).toBeNull();
  expect(rememberedPlace(cache, 'entry 950')).toEqual({ shownCount: 24, scrollTop: 950 });
  expect(cache.getQueryCache().getAll()).toHaveLength(1);
});
