import { useLocation } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import type { MouseEvent } from 'react'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { stringifySearch } from '#src/lib/search-codec.ts'

/** The other language by its own name, so that whoever is lost in this one finds back. */
const others = {
  'zh-cn': { locale: 'en', tag: 'en', name: 'English' },
  en: { locale: 'zh-cn', tag: 'zh-CN', name: '中文' },
} as const

/** The way to the same page in the other language. A link: without scripts it leads there for this visit. */
export function SiteLanguage() {
  const { pathname, search } = useLocation()
  const { locale, tag, name } = others[getLocale()]
  const choose = (event: MouseEvent) => {
    // Another tab or window is what the person asked for.
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
      className="flex h-9 shrink-0 items-center gap-1.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <Languages aria-hidden size={17} className="max-sm:hidden" />
      {name}
    </a>
  )
}
