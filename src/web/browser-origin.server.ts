/**
 * Whether another site's page embeds a page of this site instead of navigating to it: in a frame, as an image, by a
 * script. Browsers report it in fetch metadata. Other clients carry no cookie.
 */
export function isEmbedding(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return false
  return request.headers.get('sec-fetch-mode') !== 'navigate' || request.headers.get('sec-fetch-dest') !== 'document'
}
