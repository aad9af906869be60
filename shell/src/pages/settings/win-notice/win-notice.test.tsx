import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@palier/shared/contracts';
import { signInForTest } from '@palier/shared/testing';
import { startWire } from '../../../testing/each-test';
import { WinNotice } from './win-notice';

startWire();

const asked = jest.fn();
const before = Object.getOwnPropertyDescriptor(window, 'Notification');

/**
 * Mocks the browser's notifications: the permission, and the answer to the question. With `throwsOnNew`,
 * pages cannot create notifications.
 */
function mockNotification(
  permission: NotificationPermission,
  answer = permission,
  throwsOnNew = false,
): void {
  class Notice {
    static permission = permission;
    static requestPermission = () => {
      asked();
      return Promise.resolve((Notice.permission = answer));
    };
    constructor() {
      if (throwsOnNew) throw new TypeError('Illegal constructor.');
    }
  }
  Object.defineProperty(window, 'Notification', { value: Notice, configurable: true });
}

function open(roleName: Role = 'ROLE_CLIENT') {
  signInForTest({ roleName });
  return render(<WinNotice />);
}
const button = () => screen.queryByRole('button', { name: "Être prévenu d'un jackpot" });

beforeEach(() => asked.mockReset());
afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(window, 'Notification');
  else Object.defineProperty(window, 'Notification', before);
});

it.each([
  ['granted', "Vous êtes prévenu d'un jackpot par une notification de ce navigateur."],
  ['denied', 'Ce navigateur refuse les notifications ; cela se change dans ses réglages, pour ce site.'],
] as const)(
  'win notice: the answer %s shows, also at the next visit, and the heading has the focus',
  async (answer, words) => {
    mockNotification('default', answer);
    const { unmount } = open();
    expect(asked).not.toHaveBeenCalled();
    await userEvent.click(button()!);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(button()).toBeNull();
    expect(screen.getByRole('heading', { name: 'Jackpot' })).toHaveFocus();
    unmount();
    open();
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(button()).toBeNull();
  },
);

it('win notice: the question can be asked again after it was closed without an answer', async () => {
  mockNotification('default');
  open();
  await userEvent.click(button()!);
  expect(button()).toHaveFocus();
  await userEvent.click(button()!);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('win notice: nothing shows for an agent, or in a browser without notifications', () => {
  mockNotification('default');
  expect(open('ROLE_ADMIN').container).toBeEmptyDOMElement();
  Reflect.deleteProperty(window, 'Notification');
  expect(open().container).toBeEmptyDOMElement();
});

it.each(['default', 'denied'] as const)(
  'win notice: nothing shows if a page cannot notify and the permission is %s',
  (permission) => {
    mockNotification(permission, 'granted', true);
    expect(open().container).toBeEmptyDOMElement();
  },
);
