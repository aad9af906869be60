import { readStored, writeStored } from './storage';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

it('When a value does not fit any more, then a page that is loaded again finds none, not the one before', () => {
  writeStored('sessionStorage', 'token', 'old');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  writeStored('sessionStorage', 'token', 'new');
  expect(readStored('sessionStorage', 'token')).toBe('new');
  expect(sessionStorage.getItem('token')).toBeNull();
});
