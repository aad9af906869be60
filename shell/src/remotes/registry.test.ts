import { inlinedRegistry, parseRegistry } from './registry';

const version = {
  entry: '/remotes/casino/1/remoteEntry.js',
  integrity: 'sha384-x',
  preload: ['/a.js'],
  styles: [],
};
const casino = { active: '1', previous: null, versions: { 1: version } };

afterEach(() => document.head.replaceChildren());

it('A registry is read remote by remote', () => {
  expect(parseRegistry({ remotes: { casino }, allowedOrigins: [] })).toEqual({ casino });
});

it('When one remote is malformed, then the others stand', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(parseRegistry({ remotes: { casino, agent: { active: 3 } } })).toEqual({ casino });
  expect(log).toHaveBeenCalled();
});

it('When the lists are absent, then they are empty', () => {
  const bare = { active: '1', versions: { 1: { entry: '/e.js' } } };
  expect(parseRegistry({ remotes: { casino: bare } }).casino).toEqual({
    active: '1',
    previous: null,
    versions: { 1: { entry: '/e.js', preload: [], styles: [] } },
  });
});

it('When the document is no registry, then it throws', () => {
  expect(() => parseRegistry('x')).toThrow();
});

it('The registry in the page is read; absent or broken, it is null', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(inlinedRegistry()).toBeNull();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'palier-remotes';
  script.textContent = JSON.stringify({ remotes: { casino } });
  document.head.append(script);
  expect(inlinedRegistry()).toEqual({ casino });
  script.textContent = '{';
  expect(inlinedRegistry()).toBeNull();
});
