/**
 * Formats a share as a percentage with two decimals; 0 % when the whole is 0. The share itself is rounded to four
 * decimals.
 */
export function formatPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  // Parts and wholes are sums of decimals. 1.005 is slightly less in binary, so a small correction is added.
  const rounded = Math.round((share + Number.EPSILON * Math.sign(share)) * 10_000) / 10_000
  return `${(rounded * 100).toFixed(2)}%`
}
