import { html } from 'hono/html'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { PageFacts } from './reference.page.server.ts'

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32" width="24" height="24"><rect width="32" height="32" rx="7" fill="var(--solid)"/><path d="M8 22h16M8 22v-5M12 22v-3M16 22V10M20 22v-3M24 22v-5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`
const half = html`<svg aria-hidden="true" viewBox="0 0 24 24" width="17" height="17" fill="none" stroke="currentColor" stroke-width="2"><circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/></svg>`
const list = html`<svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 6h16M4 12h16M4 18h16"/></svg>`

/** The bar with the site's name, the other language, the themes and the way to the back office. */
export function pageHeader({ siteName, signedIn, theme }: Pick<PageFacts, 'siteName' | 'signedIn' | 'theme'>) {
  const english = getLocale() === 'en'
  const themes = [
    { value: 'light', text: m.shell_themeLight() },
    { value: 'dark', text: m.shell_themeDark() },
    { value: 'system', text: m.shell_themeSystem() },
  ]
  return html`<header>
<button type="button" class="contents" popovertarget="contents" aria-label="${m.docs_contents()}">${list}</button>
<a class="brand" href="/">${mark}<span>${siteName}</span></a>
<span class="where">${m.docs_title()}</span>
<span class="tools">
<a class="tool" id="language" href="/api/docs?lang=${english ? 'zh-cn' : 'en'}" lang="${english ? 'zh-CN' : 'en'}" hreflang="${english ? 'zh-CN' : 'en'}" data-language="${english ? 'zh-cn' : 'en'}">${english ? '中文' : 'English'}</a>
<button type="button" class="tool scripted" popovertarget="themes" aria-label="${m.shell_theme()}" title="${m.shell_theme()}">${half}</button>
<a class="tool" href="/admin">${signedIn ? m.docs_back() : m.docs_signIn()}</a>
</span>
<div id="themes" popover role="group" aria-label="${m.shell_theme()}">${themes.map(
    ({ value, text }) =>
      html`<button type="button" data-theme-choice="${value}" aria-pressed="${String(value === theme)}">${text}</button>`,
  )}</div>
</header>`
}
