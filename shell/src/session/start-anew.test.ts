import { startAnewWhenBroughtBack } from './start-anew';

const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('When Back brings the page out of the browser’s memory, then it shows nothing of what it was and loads again', () => {
  const reload = jest.fn();
  startAnewWhenBroughtBack(reload);
  show(false);
  expect(reload).not.toHaveBeenCalled();
  expect(document.body).toBeVisible();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(document.body).not.toBeVisible();
});
