/**
 * A URL as the log may show it: host, path, and the names of the parameters. Their values may be secrets or names of
 * people. Text that is no URL is not shown at all.
 */
export function shownUrl(url: URL | undefined): { host: string; path: string } {
  if (!url) return { host: '', path: '' }
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=***`)
  return { host: url.host, path: names.length > 0 ? `${url.pathname}?${names.join('&')}` : url.pathname }
}
