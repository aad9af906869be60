import { createQueryClient } from '@palier/shared/query';
import { readPosition, savePosition } from './scroll-memory';

test('scroll memory: the later of two saved positions is read', () => {
  const cache = createQueryClient();
  savePosition(cache, 'here', { shownCount: 24, scrollTop: 10 });
  savePosition(cache, 'here', { shownCount: 48, scrollTop: 900 });
  expect(readPosition(cache, 'here')).toEqual({ shownCount: 48, scrollTop: 900 });
  expect(readPosition(cache, 'elsewhere')).toBeNull();
});

test('scroll memory: the last fifty of a thousand positions are kept', () => {
  const cache = createQueryClient();
  for (let visit = 0; visit < 1_000; visit += 1)
    savePosition(cache, `entry ${visit}`, { shownCount: 24, scrollTop: visit });
  expect(readPosition(cache, 'entry 949')).toBeNull();
  expect(readPosition(cache, 'entry 950')).toEqual({ shownCount: 24, scrollTop: 950 });
  expect(cache.getQueryCache().getAll()).toHaveLength(1);
});
