import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A machine that the server may reach although its address is not public. Without a port: every port. */
export type AllowedHost = { target: { name: string } | { range: [Address, number] }; port?: number }

/**
 * Reads a list of host names, addresses and ranges, each with an optional port:
 * `gateway.internal:8443, 10.1.0.0/16, [fd00::1]:443`.
 * @returns undefined when an entry is none of these
 */
export function readAllowedHosts(text: string): AllowedHost[] | undefined {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  const found = entries.map(readEntry)
  return found.includes(undefined) ? undefined : found.filter((one) => one !== undefined)
}

/** The entry for the machine of a URL alone: its host and its port. */
export function allowedHostOf(url: string): AllowedHost {
  const { hostname, port, protocol } = new URL(url)
  return { target: targetOf(bare(hostname)) ?? { name: hostname }, port: Number(port || portOf(protocol)) }
}

/** The port of a protocol when the URL names none. */
export function portOf(protocol: string): number {
  return protocol === 'https:' ? 443 : 80
}

/** Whether a host name is listed for the port. Its addresses then need not be public. */
export function isNameAllowed(list: readonly AllowedHost[], name: string, port: number): boolean {
  return list.some((one) => 'name' in one.target && one.target.name === name && fits(one, port))
}

/** Whether an address is listed for the port, by itself or in a range. An IPv4 address in IPv6 counts as IPv4. */
export function isAddressAllowed(list: readonly AllowedHost[], address: string, port: number): boolean {
  const plain = ipaddr.process(address)
  return list.some((one) => 'range' in one.target && fits(one, port) && isWithin(plain, one.target.range))
}

function fits({ port }: AllowedHost, given: number): boolean {
  return port === undefined || port === given
}

function isWithin(address: Address, [first, bits]: [Address, number]): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}

function readEntry(entry: string): AllowedHost | undefined {
  // Only an IPv6 address has more than one colon. With a port it stands in brackets.
  const [, host = entry, port] = /^(\[.+\]|[^:]+):(\d{1,5})$/.exec(entry) ?? []
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) return undefined
  const target = targetOf(bare(host))
  return target && { target, port: port === undefined ? undefined : Number(port) }
}

function targetOf(host: string): AllowedHost['target'] | undefined {
  if (ipaddr.isValidCIDR(host)) return { range: ipaddr.parseCIDR(host) }
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`
  // The URL class writes every spelling of a host in one way: case, other scripts, numbers.
  if (!/^[^/?#@\s]+$/.test(host) || !URL.canParse(url)) return undefined
  const name = bare(new URL(url).hostname)
  if (!ipaddr.isValid(name)) return { name }
  const address = ipaddr.process(name)
  return { range: [address, address.kind() === 'ipv4' ? 32 : 128] }
}

function bare(host: string): string {
  return /^\[(.*)\]$/.exec(host)?.[1] ?? host
}

/** Whether the machine of a URL is listed, by its name or its address. */
export function isListedUrl(list: readonly AllowedHost[], url: URL): boolean {
  const host = bare(url.hostname)
  const port = Number(url.port || portOf(url.protocol))
  return ipaddr.isValid(host) ? isAddressAllowed(list, host, port) : isNameAllowed(list, host, port)
}
