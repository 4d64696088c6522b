import { m } from '#src/i18n/paraglide/messages.js'

/** What a check can come to. */
export const checkOutcomes = ['stays', 'corrected'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** The longest text of a request, and of an answer. */
export const MOST_CHECK_TEXT = 500

export const outcomeTexts: Record<CheckOutcome, () => string> = {
  stays: m.check_stays,
  corrected: m.check_corrected,
}
