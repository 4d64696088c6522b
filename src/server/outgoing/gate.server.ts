import { type LookupAddress, type LookupOptions, lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowedHost, isAddressAllowed, isNameAllowed, portOf } from '#src/lib/allowed-hosts.ts'
import { OutgoingError } from './outgoing-error.server.ts'
import { isPublicAddress } from './public-address.server.ts'

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Decides which machines the server may reach. */
export type Gate = {
  /** Checks what the URL itself shows: scheme, password, an address as the host. @throws OutgoingError */
  check(url: URL): void
  /**
   * The name resolution of a connection to this port. It passes on only addresses that may be reached, and the
   * connection goes to one of these. So the name cannot lead elsewhere after the check.
   */
  lookupFor(port: number): LookupFunction
}

/** Makes a gate that lets public addresses through, and of others the listed ones. */
export function gateFor(allowed: readonly AllowedHost[], resolve: Resolve = lookupName): Gate {
  const mayReach = (address: string, port: number) =>
    isPublicAddress(address) || isAddressAllowed(allowed, address, port)
  return {
    check(url) {
      if (!['http:', 'https:'].includes(url.protocol)) throw new OutgoingError('address', '', 'neither http nor https')
      if (url.username !== '' || url.password !== '')
        throw new OutgoingError('address', url.host, 'a name or a password in the address')
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !mayReach(literal, portIn(url)))
        throw new OutgoingError('private', url.host, 'not a public address, and not in OUTGOING_ALLOW')
    },
    lookupFor: (port) => (name, options, done) => {
      resolve(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [])
        const open = isNameAllowed(allowed, name, port) ? found : found.filter(({ address }) => mayReach(address, port))
        const [first] = open
        if (!first) {
          const reason = `resolves to ${found.map(({ address }) => address).join(', ')}: not public, and not in OUTGOING_ALLOW`
          done(new OutgoingError('private', name, reason), [])
        } else if (options.all) done(null, open)
        else done(null, first.address, first.family)
      })
    },
  }
}

/** The port of a URL, also when it names none. */
export function portIn(url: URL): number {
  return Number(url.port || portOf(url.protocol))
}
