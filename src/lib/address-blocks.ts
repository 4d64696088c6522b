import ipaddr from 'ipaddr.js'

type Block = [ipaddr.IPv4 | ipaddr.IPv6, number]

const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An address or a range in CIDR notation. Undefined when it is neither. */
function blockOf(line: string): Block | undefined {
  // Only whole addresses: the library also reads `10.1`.
  if (!/^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)(\/\d{1,3})?$/i.test(line)) return undefined
  try {
    if (line.includes('/')) return plainBlock(ipaddr.parseCIDR(line))
    const address = ipaddr.process(line)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    return undefined
  }
}

/** A range of IPv4 in IPv6 (`::ffff:10.0.0.0/104`) as the range of IPv4 that it is. */
function plainBlock([range, bits]: Block): Block {
  const mapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= 96
  return mapped ? [range.toIPv4Address(), bits - 96] : [range, bits]
}

/** The first line that is neither an address nor a range. */
export function wrongBlock(text: string): string | undefined {
  return lines(text).find((line) => !blockOf(line))
}

/** Whether an address is in one of the ranges, one a line. IPv4 in IPv6 (`::ffff:10.1.2.3`) counts as IPv4. */
export function parseBlocks(text: string): (address: string) => boolean {
  const blocks = lines(text)
    .map(blockOf)
    .filter((block) => block !== undefined)
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const asked = ipaddr.process(address)
    return blocks.some(([range, bits]) => asked.kind() === range.kind() && asked.match(range, bits))
  }
}

/** An address without the port that some proxies add: `203.0.113.7:51234`, `[2001:db8::7]:443`. */
export function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
}
