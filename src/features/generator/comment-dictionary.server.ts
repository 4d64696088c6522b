/** What a comment says of a column: `Title:0=Off,1=On`. Commas, colons and equal signs may be of either width. */
export type CommentFacts = {
  title: string
  /** The values with their names; empty without a dictionary. */
  options: { value: string; label: string }[]
}

/** Reads the comment of a column. What is no dictionary is all title. */
export function readComment(comment: string): CommentFacts {
  const whole = comment.trim().replaceAll(/\s+/g, ' ')
  const colon = whole.search(/[:：]/)
  if (colon <= 0) return { title: whole, options: [] }
  const entries = whole
    .slice(colon + 1)
    .split(/[,，、;；]/)
    .map((entry) => /^([^=＝]+)[=＝](.+)$/.exec(entry.trim()))
  const options = entries.flatMap((entry) =>
    entry?.[1] && entry[2] ? [{ value: entry[1].trim(), label: entry[2].trim() }] : [],
  )
  const unlike = new Set(options.map(({ value }) => value)).size
  const isDictionary = options.length === entries.length && unlike === options.length
  return isDictionary ? { title: whole.slice(0, colon).trim(), options } : { title: whole, options: [] }
}
