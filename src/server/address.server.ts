import { isIPv4, isIPv6 } from 'node:net'

/** An IPv6 household or machine gets a whole /64, so a single address does not identify a client. */
const IPV6_GROUPS = 4

/** The address under which a client is counted: an IPv4 address, or the /64 of an IPv6 address. */
export function addressOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? v6Prefix(plain) : plain
}

/** The network of a client: the /24 of an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return addressOf(plain)
}

/**
 * Normalizes an address. `::ffff:1.2.3.4` is 1.2.3.4 on an IPv6 socket. A zone id has a meaning on this machine only,
 * so it is removed.
 */
function unmapped(address: string): string {
  const bare = (address.trim().toLowerCase().split('%')[0] ?? '').replace(/^\[|\]$/g, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  return mapped ?? bare
}

function v6Prefix(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  // A dotted IPv4 ending replaces two groups.
  const length = front.length + back.length + (address.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - length
  const all = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back]
  return `${all
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
