/** The address of a stored file at a CDN. Addresses of other sites stay as they are. */
export function cdnAddress(cdnUrl: string, address: string): string {
  return cdnUrl !== '' && address.startsWith('/storage/') ? cdnUrl.replace(/\/+$/, '') + address : address
}

/** The origin of an address; undefined for an empty one and for what is no address. */
export function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
