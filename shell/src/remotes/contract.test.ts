import { ROUTES_CONTRACT_VERSION } from '@palier/shared/routes';
import { isContractSupported } from './contract';

it.each([
  ['^1.2.3', '1.2.3', true],
  ['^1.2.3', '1.2.4', true],
  ['^1.2.3', '1.3.0', true],
  ['^1.2.3', '1.2.2', false],
  ['^1.2.3', '1.1.9', false],
  ['^1.2.3', '2.2.3', false],
  ['^2.0.0', '1.9.9', false],
  ['1.2.3', '1.2.3', false],
  ['~1.2.3', '1.2.3', false],
  ['^x', '1.0.0', false],
  ['', '1.0.0', false],
])(
  'routes contract: a remote built for %s in a shell with %s is supported: %s',
  (range, spoken, expected) => {
    expect(isContractSupported(range, spoken)).toBe(expected);
  },
);

it('routes contract: a remote built with this shell supports it', () => {
  expect(isContractSupported(`^${ROUTES_CONTRACT_VERSION}`)).toBe(true);
});
