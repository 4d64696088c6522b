import { expect, test } from 'vitest'
import { isPublicAddress } from '#src/server/outgoing/public-address.server.ts'

test.each(['8.8.8.8', '1.1.1.1', '223.5.5.5', '172.15.0.1', '172.32.0.1', '2606:4700::1', '2408:8000::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['this network', ['0.0.0.0', '0.1.2.3', '::']],
  ['loopback', ['127.0.0.1', '127.255.0.9', '::1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1']],
  ['link-local and cloud metadata', ['169.254.1.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
  ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1']],
  ['reserved', ['240.0.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '2001:db8::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:10.0.0.1', '2002:7f00:1::']],
  ['IPv4 translated or tunnelled', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2001::1', '100::1']],
  ['no address', ['', 'localhost', '1.2.3.4.5', 'x']],
])('not public: %s', (_kind, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})
