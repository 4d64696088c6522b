/** The width of a text in letters. A Chinese sign is as wide as two. Called for each cell of an export. */
export function signsOf(text: string): number {
  let sum = 0
  for (const sign of text) sum += sign > '\u2e7f' ? 2 : 1
  return sum
}
