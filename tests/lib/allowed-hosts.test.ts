import { expect, test } from 'vitest'
import { allowedHostOf, isAddressAllowed, isNameAllowed, readAllowedHosts } from '#src/lib/allowed-hosts.ts'

const list = readAllowedHosts(
  'Gateway.Internal:8443, 10.1.2.3  192.168.7.0/24,10.9.0.0/16:25 [fd00::1]:443 fd01::/16, [fd02::]:80, 0x7f.1:90',
)

test.each([
  ['gateway.internal', 8443, true],
  ['gateway.internal', 443, false],
  ['other.internal', 8443, false],
  ['x.gateway.internal', 8443, false],
])('the name %s at port %i: %s', (name, port, allowed) => {
  expect(isNameAllowed(list ?? [], name, port)).toBe(allowed)
})

test.each([
  ['10.1.2.3', 1, true],
  ['10.1.2.4', 1, false],
  ['::ffff:10.1.2.3', 1, true],
  ['192.168.7.255', 443, true],
  ['192.168.8.0', 443, false],
  ['10.9.1.1', 25, true],
  ['10.9.1.1', 26, false],
  ['fd00::1', 443, true],
  ['fd00::1', 444, false],
  ['fd00::2', 443, false],
  ['fd01:2::1', 1, true],
  ['fd02::', 80, true],
  ['127.0.0.1', 90, true],
  ['127.0.0.1', 91, false],
])('the address %s at port %i: %s', (address, port, allowed) => {
  expect(isAddressAllowed(list ?? [], address, port)).toBe(allowed)
})

test.each(['http://a', 'a/b', 'user@a', 'a:0', 'a:65536', 'a:x', '10.0.0.0/33', '[fd00::1', 'a b:'])(
  '%j is no list',
  (text) => {
    expect(readAllowedHosts(text)).toBeUndefined()
  },
)

test('an empty list allows nothing; a URL stands for its own host and port', () => {
  expect(readAllowedHosts(' , ')).toEqual([])
  expect(isNameAllowed([allowedHostOf('https://API.school.cn/base')], 'api.school.cn', 443)).toBe(true)
  expect(isNameAllowed([allowedHostOf('https://api.school.cn/base')], 'api.school.cn', 80)).toBe(false)
  expect(isAddressAllowed([allowedHostOf('http://[::1]:9999')], '::1', 9999)).toBe(true)
})
