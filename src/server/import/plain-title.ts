/** A title for comparison: without case, width, spaces, stars, punctuation and text in brackets at the end. */
export function plainTitle(title: string): string {
  const text = title.normalize('NFKC').toLowerCase()
  const bare = text.replaceAll(/[\s*:：_\-·.。/\\]/g, '')
  const [short = ''] = bare.split(/[(（【[]/, 1)
  return short === '' ? bare : short
}
