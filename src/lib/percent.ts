/** A share as a percentage with two decimals; of nothing it is none. The share itself is rounded to four (specification 9). */
export function formatPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  // Parts and wholes are sums of decimals: 1.005 is a little less in binary.
  const rounded = Math.round((share + Number.EPSILON * Math.sign(share)) * 10_000) / 10_000
  return `${(rounded * 100).toFixed(2)}%`
}
