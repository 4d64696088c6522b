import englishPicture from '#src/features/site/pictures/share-en.jpg?url'
import chinesePicture from '#src/features/site/pictures/share-zh-cn.jpg?url'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { accountPart } from './public-frame.tsx'

/** The home page's path by language. The first one is for a URL without a chosen language. */
const PATHS = { 'zh-cn': '/', en: '/?lang=en' } as const
const PICTURES = { 'zh-cn': chinesePicture, en: englishPicture } as const
const TAGS = { 'zh-cn': 'zh-CN', en: 'en' } as const

type Shown = { origin: string; siteName: string; member: boolean }

/**
 * The home page's metadata for search engines and for link previews on other sites. For a member, the account menu is
 * loaded then.
 */
export async function homeHead({ origin, siteName, member }: Shown) {
  // Loaded here, because `head` also runs in the browser before hydration; the loader does not.
  if (member) await accountPart.load()
  const locale = getLocale()
  const address = origin + PATHS[locale]
  const description = m.home_description()
  const other = locale === 'en' ? 'zh_CN' : 'en_US'
  return {
    meta: [
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: siteName },
      { property: 'og:title', content: m.home_slogan() },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: new URL(PICTURES[locale], origin).href },
      { property: 'og:image:alt', content: m.home_treePicture() },
      { property: 'og:locale', content: locale === 'en' ? 'en_US' : 'zh_CN' },
      { property: 'og:locale:alternate', content: other },
      { name: 'twitter:card', content: 'summary_large_image' },
      { 'script:ld+json': website({ name: siteName, url: `${origin}/`, description }) },
    ],
    links: [
      { rel: 'canonical', href: address },
      ...(['zh-cn', 'en'] as const).map((one) => ({
        rel: 'alternate',
        hrefLang: TAGS[one],
        href: origin + PATHS[one],
      })),
      { rel: 'alternate', hrefLang: 'x-default', href: `${origin}/` },
    ],
  }
}

function website(about: { name: string; url: string; description: string }) {
  return { '@context': 'https://schema.org', '@type': 'WebSite', ...about, inLanguage: Object.values(TAGS) }
}
