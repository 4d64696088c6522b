import * as v from 'valibot'

/** A text of a language each; one text stands for both. */
export const localized = (fallback: { 'zh-cn': string; en: string }) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.strictObject({ 'zh-cn': v.string(), en: v.string() })]),
      v.transform((value) => (typeof value === 'string' ? { 'zh-cn': value, en: value } : value)),
    ),
    fallback,
  )

export const textSetting = (fallback = '') => v.optional(v.string(), fallback)

/** A whole number within its limits. A stored value outside of them counts as not set. */
export const numberSetting = (fallback: number, least = 0, most = Number.MAX_SAFE_INTEGER) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)), fallback)

export const switchSetting = (fallback: boolean) => v.optional(v.boolean(), fallback)

/** The stored form of a secret setting: sealed, or an empty text. Only `readSecret` opens it. */
export const sealedSetting = v.optional(v.string(), '')
