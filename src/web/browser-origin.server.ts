/**
 * Whether another site's page asks for a page of ours in any other way than by leading a person to it: in a frame, as
 * an image, by a script. Browsers say so in fetch metadata; what is no browser carries no cookie.
 */
export function isEmbedding(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return false
  return request.headers.get('sec-fetch-mode') !== 'navigate' || request.headers.get('sec-fetch-dest') !== 'document'
}
