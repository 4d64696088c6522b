import type { Db } from '#src/db/client.server.ts'
import { cdnAddress } from '#src/lib/cdn.ts'
import { readConfig } from '../config.server.ts'
import { filesAt, type StoredFile } from './stored-file.server.ts'

/** What a page shows in place. Downloads and documents come from this site. */
const SHOWN = ['image', 'audio', 'video']

/**
 * Where a page of this site gets a file from: the address at the CDN, for public files that a page shows. Undefined for
 * everything else: private files never go through a CDN, and a CDN that fetches a file gets the file.
 * @param path with the query that belongs to the file
 */
export async function cdnOf(db: Db, file: StoredFile, request: Request, path: string): Promise<string | undefined> {
  if (file.visibility !== 'public') return undefined
  const { headers } = request
  // Only browsers send this, and only for what a page of the same origin asks for. A CDN that passes headers on sends
  // another value.
  if (headers.get('sec-fetch-site') !== 'same-origin') return undefined
  if (!SHOWN.includes(headers.get('sec-fetch-dest') ?? '')) return undefined
  const { cdnUrl } = await readConfig(db, ['cdnUrl'])
  return cdnUrl === '' || isHere(cdnUrl, request) ? undefined : cdnAddress(cdnUrl, path)
}

/** A CDN with the address of this site would redirect for ever. */
function isHere(cdnUrl: string, { headers, url }: Request): boolean {
  const { host } = new URL(cdnUrl)
  const page = headers.get('referer') ?? ''
  return [url, page].some((one) => URL.canParse(one) && new URL(one).host === host)
}

/** The address under which everybody gets a file: at the CDN when there is one and the file is public, else its own. */
export async function deliveredAddress(db: Db, address: string): Promise<string> {
  const { cdnUrl } = await readConfig(db, ['cdnUrl'])
  if (cdnUrl === '' || !address.startsWith('/storage/')) return address
  const files = await filesAt(db, [address])
  return files.some(({ visibility }) => visibility === 'public') ? cdnAddress(cdnUrl, address) : address
}
