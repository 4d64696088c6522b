import { useLocation } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import type { MouseEvent } from 'react'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { stringifySearch } from '#src/lib/search-codec.ts'

/** The other language under its own name, so that users who cannot read the current language find it. */
const others = {
  'zh-cn': { locale: 'en', tag: 'en', name: 'English' },
  en: { locale: 'zh-cn', tag: 'zh-CN', name: '中文' },
} as const

/** A link to the same page in the other language. Without scripts the language applies to this visit only. */
export function SiteLanguage() {
  const { pathname, search } = useLocation()
  const { locale, tag, name } = others[getLocale()]
  const choose = (event: MouseEvent) => {
    // With a modifier key the browser opens the link in another browser tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    chooseLocale(locale)
  }
  return (
    <a
      href={pathname + stringifySearch({ ...search, lang: locale })}
      hrefLang={tag}
      lang={tag}
      onClick={choose}
      className="flex h-9 shrink-0 items-center gap-1.5 rounded-md border border-line-button px-2.5 transition-colors hover:bg-hover"
    >
      <Languages aria-hidden size={16} className="max-sm:hidden" />
      {name}
    </a>
  )
}
