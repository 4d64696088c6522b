import { getLocale } from '#src/i18n/paraglide/runtime.js'

export type ChartNumber = {
  /** `percent` takes shares: 0.25 is 25%. */
  style?: 'decimal' | 'percent'
  /** Decimals. Without a number: as many as the value needs, two at most. */
  digits?: number
  /** 120,000 as 120K or 12万. */
  compact?: boolean
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached, because creating a formatter costs more than using it a thousand times. */
function formatOf({ style = 'decimal', digits, compact = false }: ChartNumber): Intl.NumberFormat {
  const locale = getLocale()
  const key = [locale, style, digits, compact].join()
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, {
    style,
    notation: compact ? 'compact' : 'standard',
    // A rounded −0.04 is 0, not −0.
    signDisplay: 'negative',
    minimumFractionDigits: compact ? 0 : (digits ?? 0),
    maximumFractionDigits: digits ?? (style === 'percent' ? 0 : 2),
  })
  formats.set(key, made)
  return made
}

/** A number in the page's language, with a minus sign as long as a plus sign. */
export function numberText(value: number, look: ChartNumber = {}): string {
  return formatOf(look).format(value).replace('-', '−')
}
