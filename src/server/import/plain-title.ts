import { visibleText } from './cell-text.ts'

/** Texts in brackets at the end of a title that are removed: `名称（必填）（示例：甲）`. */
const MOST_NOTES = 3

/**
 * A title for comparison: without case, width, spaces, hidden signs, stars, punctuation and texts in brackets at the
 * end. Brackets in the middle are removed, and their text stays: `学校（机构）标识码` becomes `学校机构标识码`.
 */
export function plainTitle(title: string): string {
  const { bare, short } = shortened(title)
  const words = withoutBrackets(short)
  return words === '' ? bare : words
}

/** The texts in brackets that `plainTitle` removes, as one plain text: `电话` of `联系人（电话）`. */
export function titleNote(title: string): string {
  const { bare, short } = shortened(title)
  return withoutBrackets(bare.slice(short.length))
}

function shortened(title: string): { bare: string; short: string } {
  const text = visibleText(title).normalize('NFKC').toLowerCase()
  const bare = text.replaceAll(/[\s*:：_\-·.。/\\]/g, '')
  let short = bare
  for (let note = 0; note < MOST_NOTES; note += 1) short = short.replace(/[(（【[][^(（【[)）】\]]*[)）】\]]?$/, '')
  return { bare, short }
}

const withoutBrackets = (text: string) => text.replaceAll(/[()（）【】[\]]/g, '')
