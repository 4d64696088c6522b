import { AsyncLocalStorage } from 'node:async_hooks'
import { PAGE_LANGUAGE } from './page-language.ts'
import { getLocale, overwriteGetLocale } from './paraglide/runtime.js'

/** Name of the cookie that stores the chosen language. */
export const LANGUAGE_COOKIE = 'ys_lang'
export type Locale = 'zh-cn' | 'en'

const storage = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => storage.getStore() ?? 'zh-cn')

/** Runs `work` with all its messages in this language. */
export function withLocale<T>(locale: Locale, work: () => T): T {
  return storage.run(locale, work)
}

/**
 * A value in every language. It is stored, and a later reader may use another language than the user who created it.
 */
export type Said<T = string> = Record<Locale, T>

export function inEachLanguage<T>(say: () => T): Said<T> {
  return { 'zh-cn': withLocale('zh-cn', say), en: withLocale('en', say) }
}

/** The value in the language of the current request. */
export function spoken<T>(said: Said<T>): T {
  return said[getLocale()]
}

/** The language of an API response: the caller's Accept-Language, else zh-cn. */
export function contractLocale(request: Request): Locale {
  return fromAcceptLanguage(request.headers.get('accept-language') ?? '') ?? 'zh-cn'
}

/**
 * The language of a page: `?lang=` (which is not stored), else the language of the requesting page, else the stored
 * choice, else zh-cn.
 */
export function pageLocale(request: Request): Locale {
  const asked = new URL(request.url).searchParams.get('lang')
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '')?.[1]
  return known(asked) ?? known(request.headers.get(PAGE_LANGUAGE)) ?? known(chosen) ?? 'zh-cn'
}

function fromAcceptLanguage(header: string): Locale | undefined {
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = Number(/q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? 1)
      return { tag, weight }
    })
    .sort((a, b) => b.weight - a.weight)
  for (const { tag, weight } of wanted) {
    if (weight > 0 && tag.startsWith('zh')) return 'zh-cn'
    if (weight > 0 && tag.startsWith('en')) return 'en'
  }
  return undefined
}

function known(name: string | null | undefined): Locale | undefined {
  return name === 'zh-cn' || name === 'en' ? name : undefined
}
