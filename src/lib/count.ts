/** A whole number as people read it: `1,234,567` in both languages. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
