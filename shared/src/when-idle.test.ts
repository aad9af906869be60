import { whenInputPauses } from './when-idle';

beforeEach(() => jest.useFakeTimers({ advanceTimers: false }));
afterEach(() => jest.useRealTimers());

const press = (): void => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }));

test('when input pauses: without input the work runs at once', () => {
  jest.advanceTimersByTime(1_000);
  const work = jest.fn();
  whenInputPauses(work);
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('when input pauses: the work waits while a person types, and runs once after a pause', () => {
  press();
  const work = jest.fn();
  whenInputPauses(work);
  for (let letter = 0; letter < 5; letter += 1) {
    jest.advanceTimersByTime(200);
    expect(work).not.toHaveBeenCalled();
    press();
  }
  jest.advanceTimersByTime(1_200);
  expect(work).toHaveBeenCalledTimes(1);
});

test('when input pauses: who types without a pause does not keep the work waiting for ever', () => {
  const work = jest.fn();
  press();
  whenInputPauses(work);
  for (let letter = 0; letter < 20; letter += 1) {
    jest.advanceTimersByTime(200);
    press();
  }
  expect(work).toHaveBeenCalledTimes(1);
});
