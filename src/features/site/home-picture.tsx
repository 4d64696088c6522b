import { useSyncExternalStore } from 'react'
import type { ThemeName } from '#src/layout/config/theme-cookie.ts'
import { cx } from '#src/lib/cx.ts'
import type { ThemedPicture } from './home-pictures.ts'

/** A transparent pixel, so that the picture has its place and its text before it is loaded. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

type HomePictureProps = {
  picture: ThemedPicture
  alt: string
  /** The theme that the server has rendered. */
  theme: ThemeName
  className?: string
  /** What phones show of it: they cut the sides. */
  place?: string
}

/**
 * A picture in the theme of the page. Before hydration a script of the document loads it when it comes on screen
 * (src/web/late-scripts.server.ts): browsers load lazy pictures long before that, with the first load of the page.
 */
export function HomePicture({ picture, alt, theme, className, place }: HomePictureProps) {
  const { light, dark, width, height } = picture
  const shown = useSyncExternalStore(followTheme, themeOnScreen, () => theme)
  const alive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const media = shown === 'system' ? '(prefers-color-scheme: dark)' : shown === 'dark' ? 'all' : 'not all'
  const look = cx('w-full rounded-xl border border-line bg-sunken max-sm:aspect-[5/6] max-sm:object-cover', className)
  const box = { alt, width, height, className: look, style: { objectPosition: place } }
  return (
    <>
      <picture className="noscript:hidden">
        <source media={media} suppressHydrationWarning {...(alive ? { srcSet: dark } : { 'data-srcset': dark })} />
        <img
          {...box}
          alt={alt}
          loading="lazy"
          decoding="async"
          src={alive ? light : NOTHING}
          data-src={alive ? undefined : light}
          suppressHydrationWarning
        />
      </picture>
      <noscript>
        <picture>
          <source media={media} srcSet={dark} />
          <img {...box} alt={alt} loading="lazy" src={light} />
        </picture>
      </noscript>
    </>
  )
}

function followTheme(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function themeOnScreen(): ThemeName {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
