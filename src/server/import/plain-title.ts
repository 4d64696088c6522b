/**
 * A title for comparison: without case, width, spaces, stars, punctuation and text in brackets at the end. Brackets in
 * the middle are removed, and their text stays: `学校（机构）标识码` becomes `学校机构标识码`.
 */
export function plainTitle(title: string): string {
  const text = title.normalize('NFKC').toLowerCase()
  const bare = text.replaceAll(/[\s*:：_\-·.。/\\]/g, '')
  const short = bare.replace(/[(（【[][^(（【[)）】\]]*[)）】\]]?$/, '').replaceAll(/[()（）【】[\]]/g, '')
  return short === '' ? bare : short
}
