import { act, renderHook } from '@testing-library/react';
import { useIsAfterFirstImage } from './after-first-image';

test('first image: what completes a screen waits for it and for an idle page, once for the page', () => {
  let whenIdle: IdleRequestCallback = () => undefined;
  window.requestIdleCallback = (work) => {
    whenIdle = work;
    return 1;
  };
  const { result } = renderHook(useIsAfterFirstImage);
  const image = document.body.appendChild(document.createElement('img'));
  act(() => whenIdle({ didTimeout: false, timeRemaining: () => 1 }));
  expect(result.current).toBe(false);
  image.dispatchEvent(new Event('load'));
  expect(result.current).toBe(false);
  act(() => whenIdle({ didTimeout: false, timeRemaining: () => 1 }));
  expect(result.current).toBe(true);
  expect(renderHook(useIsAfterFirstImage).result.current).toBe(true);
});
