type Options = {
  /** The public address of the site when it is behind a proxy. */
  siteUrl: string | undefined
  /** Whether the user may open it from the address bar. */
  open: boolean
}

/**
 * Whether a request with a session cookie comes from a page of this site. Browsers report it in Sec-Fetch-Site, older
 * ones in Origin or Referer. A request without these headers is refused.
 */
export function isSameOrigin(request: Request, { siteUrl, open }: Options): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || (site === 'none' && open && request.method === 'GET')
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  if (!from || !URL.canParse(from)) return false
  const { host } = new URL(from)
  return host === new URL(request.url).host || (siteUrl !== undefined && host === new URL(siteUrl).host)
}
