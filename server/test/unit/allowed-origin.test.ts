import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAllowedOrigin, isOriginPattern } from '../../src/config/allowed-origin';

const ALLOWED = [
  'https://*.vendor.example',
  'https://*.cdn.example:8443',
  'https://games.example',
  'http://localhost:3001',
];
const isAllowed = (address: string): boolean => isAllowedOrigin(new URL(address), ALLOWED);

describe('allowed origins', () => {
  test('allowed origins: a pattern has all hosts below its domain, at any depth and in any case', () => {
    for (const address of [
      'https://a.vendor.example/play?x=1',
      'https://a.b.c.vendor.example',
      'https://A.VENDOR.EXAMPLE:443/play',
      'https://xn--bcher-kva.vendor.example/',
      'https://bücher.vendor.example/',
      'https://a.cdn.example:8443/1.png',
      'https://games.example/x',
      'http://localhost:3001/play',
    ])
      assert.equal(isAllowed(address), true, address);
  });
  test('allowed origins: a pattern has neither its own domain nor a host that only resembles one', () => {
    for (const address of [
      'https://vendor.example/',
      'https://vendor.example.evil.example/',
      'https://a.vendor.example.evil.example/',
      'https://evilvendor.example/',
      'https://evil.example/a.vendor.example',
      'https://evil.example/?https://a.vendor.example',
      'https://evil.example#.vendor.example',
      'https://evil.example\\.vendor.example',
      'https://a.vendor.example@evil.example/',
      'https://user@a.vendor.example/',
      'https://:secret@a.vendor.example/',
      'https://a.vendor.example./',
      'https://.vendor.example/',
      'https://a..vendor.example/',
      'http://a.vendor.example/',
      'ws://a.vendor.example/',
      'wss://a.vendor.example/',
      'javascript://a.vendor.example/%0aalert(1)',
      'https://a.vendor.example:8443/',
      'https://a.cdn.example/',
      'https://xn--vendor-example.xn--p1ai/',
      'https://a.vendоr.example/',
      'https://sub.games.example/',
      'http://localhost/play',
    ])
      assert.equal(isAllowed(address), false, address);
  });
  test('allowed origins: settings refuse malformed patterns and those wider than one owner', () => {
    for (const pattern of [
      'https://*.vendor.example',
      'https://*.a.b.vendor.co.uk',
      'https://*.x.io:8443',
      'https://*.xn--bcher-kva.example',
    ])
      assert.equal(isOriginPattern(pattern), true, pattern);
    for (const pattern of [
      'https://*',
      'https://*.com',
      'https://*.co.uk',
      'https://*.com.br',
      'https://*.localhost',
      'https://**.vendor.example',
      'https://*.*.example',
      'https://a.*.example',
      'https://*vendor.example',
      'https://*.vendor.example/',
      'https://*.vendor.example/path',
      'https://*.vendor.example?x',
      'https://*.vendor.example;',
      "https://*.vendor.example 'unsafe-inline'",
      'https://*.Vendor.example',
      'https://*.bücher.example',
      'https://*.vendor.example.',
      'https://*..example',
      'https://*.-a.example',
      'https://*.10.0.0.1',
      'https://*.0.1',
      'https://*.[::1]',
      'https://user@*.vendor.example',
      'https://*.vendor.example:443',
      'https://*.vendor.example:0',
      'https://*.vendor.example:99999',
      'https://*.vendor.example:*',
      'http://*.vendor.example',
      '*.vendor.example',
      '*',
      `https://*.${'a'.repeat(64)}.example`,
    ])
      assert.equal(isOriginPattern(pattern), false, pattern);
  });
});
