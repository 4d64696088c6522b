/** Formats a whole number: `1,234,567` in both languages. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
