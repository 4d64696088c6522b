import typeface from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { createRootRouteWithContext, HeadContent, Outlet, retainSearchParams, Scripts } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { BrandColourContext, LogoContext } from '#src/layout/brand.tsx'
import { readTheme, themeScript } from '#src/layout/config/theme-cookie.ts'
import { overlayScript, useHideOverlay } from '#src/layout/first-load-overlay.tsx'
import { useOwnPictures } from '#src/layout/own-pictures.ts'
import { pageTitle } from '#src/layout/page-title.ts'
import { ProgressBar } from '#src/layout/progress-bar.tsx'
import { LineBar } from '#src/ui/line-bar.tsx'
import { Popups } from '#src/ui/popups.tsx'
import { Toaster } from '#src/ui/toast.tsx'
import { Tooltips } from '#src/ui/tooltip.tsx'
import { ErrorPage } from '../error-page.tsx'
import icon from '../favicon.svg?url'
import { requestCookies } from '../request-cookies.ts'
import type { RouteContext } from '../route-context.ts'
import { showNotice } from '../show-notice.ts'
import styles from '../styles.css?url'

export const Route = createRootRouteWithContext<RouteContext>()({
  validateSearch: ({ lang }): { lang?: 'zh-cn' | 'en' } => (lang === 'zh-cn' || lang === 'en' ? { lang } : {}),
  // Links keep the language of the URL from page to page, also without scripts.
  search: { middlewares: [retainSearchParams(['lang'])] },
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery),
  head: ({ matches, loaderData }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      // Most pages are for signed-in users only. A public page overrides this.
      { name: 'robots', content: 'noindex' },
      { title: pageTitle(matches.at(-1)?.staticData.title, loaderData?.siteName ?? '') },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      // Without it, the browser asks for the typeface only after it has the style sheet. The style sheet comes first.
      {
        rel: 'preload',
        href: typeface,
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous',
        fetchPriority: 'low',
      },
      loaderData?.brandLogo
        ? { rel: 'icon', href: loaderData.brandLogo }
        : { rel: 'icon', href: icon, type: 'image/svg+xml' },
    ],
  }),
  // The document renders even when the page in it fails.
  shellComponent: Document,
  component: Outlet,
  errorComponent: ErrorPage,
})

function Document({ children }: { children: ReactNode }) {
  const { nonce, frameHosts } = Route.useRouteContext()
  const site = Route.useLoaderData()
  const brand = site?.brandStyle
  // Read once: a browser takes milliseconds to tell its cookies, and the theme menu sets the attribute itself.
  const [theme] = useState(() => readTheme(requestCookies()))
  useHideOverlay()
  useOwnPictures()
  useEffect(showNotice, [])
  // Tests wait for this attribute, because a click before hydration is lost.
  useEffect(() => document.documentElement.setAttribute('data-hydrated', ''), [])
  const script = (code: string) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which must run before the first paint
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
  )
  return (
    <html
      lang={getLocale()}
      data-theme={theme}
      data-icon-sheet={site?.iconfontUrl || undefined}
      data-frame-hosts={frameHosts().join(' ') || undefined}
      suppressHydrationWarning
    >
      <head>
        {script(themeScript)}
        <HeadContent />
        {brand && (
          // In the first paint already. After the style sheet of the product, whose colours it replaces.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made from a colour of six hexadecimal digits
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: brand }} />
        )}
      </head>
      <body>
        {script(overlayScript)}
        <ProgressBar />
        <LogoContext value={site?.brandLogo ?? ''}>
          <BrandColourContext value={site?.brandColour ?? ''}>{children}</BrandColourContext>
        </LogoContext>
        <Popups />
        <Toaster />
        <LineBar />
        <Tooltips />
        <Scripts />
      </body>
    </html>
  )
}
