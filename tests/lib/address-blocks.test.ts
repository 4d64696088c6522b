import { expect, test } from 'vitest'
import { parseBlocks, withoutPort, wrongBlock } from '#src/lib/address-blocks.ts'
import { checkForbidden } from '#src/server/settings/value-checks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['203.0.113.7', '::ffff:cb00:7107', true],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::ffff:203.0.113.0/120', '203.0.113.9', true],
  ['::ffff:203.0.113.0/120', '203.0.114.9', false],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '2001:db8::1', true],
  ['2001:db8::/32', '2001:DB8:0:1::9', true],
  ['2001:db8::/32', '2001:db9::9', false],
])('%s and %s: %s', (line, address, inside) => {
  expect(wrongBlock(line)).toBeUndefined()
  expect(parseBlocks(line)(address)).toBe(inside)
})

test.each(['10.1', '10.0.0.0/33', '::/129', 'example.org', '1.2.3.4:80', '::ffff:1.2.3.4/200'])(
  '%s is none',
  (line) => {
    expect(wrongBlock(`10.0.0.1\n${line}`)).toBe(line)
  },
)

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['203.0.113.7', '203.0.113.7'],
])('%s is %s behind a proxy', (given, plain) => expect(withoutPort(given)).toBe(plain))

test('nobody shuts out the own address, however it is written; on the own machine neither of its two', () => {
  for (const [list, address] of [
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.7'],
    ['0.0.0.0/0', '203.0.113.7'],
    ['2001:db8::/16', '2001:db8::5'],
    ['::1', '127.0.0.1'],
    ['127.0.0.0/8', '::1'],
  ] as const)
    expect(checkForbidden(list, { address }), `${list} ${address}`).toBeTypeOf('string')
  expect(checkForbidden('203.0.113.0/24\n2001:db8::/32', { address: '198.51.100.1' })).toBeUndefined()
})
