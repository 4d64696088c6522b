type Options = {
  /** The address under which people reach the site, when a proxy stands before it. */
  siteUrl: string | undefined
  /** Whether the address bar may ask for it. */
  open: boolean
}

/**
 * Whether a request that carries a session's cookie comes from a page of ours. Browsers say so in Sec-Fetch-Site, older
 * ones in Origin or Referer; a request that says nothing is refused.
 */
export function isSameOrigin(request: Request, { siteUrl, open }: Options): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || (site === 'none' && open && request.method === 'GET')
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  if (!from || !URL.canParse(from)) return false
  const { host } = new URL(from)
  return host === new URL(request.url).host || (siteUrl !== undefined && host === new URL(siteUrl).host)
}
