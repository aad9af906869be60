import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom';

// The default of one second fails on a busy machine. A wait for something that never comes still fails.
configure({ asyncUtilTimeout: 20_000 });

// Replacements of browser functions that the screens use and jsdom lacks. Each does the least that a test can
// observe.
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): unknown[] {
    return [];
  }
}

class SilentNotification {
  static readonly permission = 'default';
  static requestPermission = (): Promise<string> => Promise.resolve('denied');
}

const put = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
};
const define = (target: object, name: string, value: unknown): void => {
  if (!(name in target)) put(target, name, value);
};

/**
 * React builds a FormData from a submitted form. FormData of the test environment is Node's, which takes no
 * forms.
 */
class FormlessFormData extends FormData {
  constructor() {
    super();
  }
}

put(globalThis, 'FormData', FormlessFormData);
define(globalThis, 'IntersectionObserver', Observer);
define(globalThis, 'ResizeObserver', Observer);
define(globalThis, 'Notification', SilentNotification);
define(CSS, 'supports', () => true);
define(globalThis, 'matchMedia', (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
}));
define(navigator, 'vibrate', () => true);
define(Element.prototype, 'requestFullscreen', () => Promise.resolve());
define(Element.prototype, 'scrollIntoView', () => undefined);
// jsdom's version only prints "not implemented".
put(globalThis, 'scrollTo', () => undefined);

const open = function (this: HTMLDialogElement): void {
  this.setAttribute('open', '');
};
define(HTMLDialogElement.prototype, 'show', open);
define(HTMLDialogElement.prototype, 'showModal', open);
define(HTMLDialogElement.prototype, 'close', function (this: HTMLDialogElement, returnValue?: string): void {
  if (!this.hasAttribute('open')) return;
  if (returnValue !== undefined) this.returnValue = returnValue;
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
});

/**
 * jsdom compares each element with each rule of its own style sheet, which takes a tenth of the time of all
 * tests. Without another sheet, elements with the same tag and attributes, and a parent alike, have the same
 * style.
 */
const styles = new Map<string, CSSStyleDeclaration>();
const getComputedStyle = window.getComputedStyle.bind(window);
const openTag = (element: Element | null): string =>
  String((element?.cloneNode() as Element | undefined)?.outerHTML);
put(globalThis, 'getComputedStyle', (element: Element, pseudo?: string | null) => {
  if (document.styleSheets.length > 0) return getComputedStyle(element);
  const key = `${pseudo ?? ''} ${openTag(element.parentElement)} ${openTag(element)}`;
  const known = styles.get(key);
  if (known !== undefined) return known;
  const style = getComputedStyle(element);
  styles.set(key, style);
  return style;
});
