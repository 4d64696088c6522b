import { html, raw } from 'hono/html'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { type ThemeName, themeScript } from '#src/layout/config/theme-cookie.ts'
import type { ContractDocument } from './document.server.ts'
import { methodBadge, operationSection, sample } from './operation-section.server.ts'
import { groupsOf, type OperationGroup } from './operations.server.ts'
import { script } from './reference.script.server.ts'
import { style } from './reference.style.server.ts'
import { pageHeader } from './reference-header.server.ts'
import { SITE, sampleAnswer, sampleCall } from './sample-call.server.ts'

export type PageFacts = { signedIn: boolean; siteName: string; origin: string; theme: ThemeName; nonce: string }

/** The parts of the page that are the same for all readers of a document. They are most of the work. */
const parts = new WeakMap<ContractDocument, { contents: string; calls: string; count: number }>()

/**
 * Renders the API documentation as a page that is complete without scripts: contents, then every operation. The script
 * adds the filter, the buttons that copy, and the menu of themes.
 */
export function referencePage(document: ContractDocument, facts: PageFacts) {
  const known = parts.get(document) ?? partsOf(document)
  parts.set(document, known)
  const { siteName, theme, nonce, origin } = facts
  return html`<!doctype html>
<html lang="${getLocale() === 'en' ? 'en' : 'zh-CN'}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${m.docs_lead({ name: siteName })}">
<title>${m.docs_title()} - ${siteName}</title>
<link rel="icon" href="data:,">
<script nonce="${nonce}">${raw(themeScript)}</script>
<style>${style}</style>
</head>
<body data-copied="${m.docs_copied()}">
<a class="skip" href="#calls">${m.docs_skip()}</a>
${pageHeader(facts)}
<div class="page">
<nav id="contents" popover aria-label="${m.docs_contents()}">
<div class="find"><input id="find" type="search" autocomplete="off" spellcheck="false" aria-label="${m.docs_find()}" placeholder="${m.docs_find()}" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd>
<p id="found" role="status" data-none="${m.docs_foundNone()}" data-some="${m.docs_found({ count: '{count}' })}"></p></div>
${raw(known.contents)}
</nav>
<main id="calls" tabindex="-1">
<h1>${m.docs_title()}</h1>
<p class="lead">${document.json.info.description}</p>
<p>${m.docs_calls({ count: known.count })} · <a href="/api/openapi.json">${m.docs_download()}</a></p>
${raw(known.calls.replaceAll(SITE, origin))}
</main>
</div>
<script nonce="${nonce}">${script}</script>
</body>
</html>`
}

function partsOf(document: ContractDocument) {
  const groups = groupsOf(document)
  const { schemas } = document.json.components
  return {
    contents: String(html`${groups.map(groupContents)}`),
    calls: String(html`${start(groups, document)}
${groups.map(
  ({ id, title, operations }) => html`<section aria-labelledby="tag-${id}">
<h2 id="tag-${id}">${title}</h2>
${operations.map((one) => operationSection(one, schemas))}
</section>`,
)}`),
    count: groups.reduce((sum, { operations }) => sum + operations.length, 0),
  }
}

function groupContents({ id, title, operations }: OperationGroup) {
  const short = (path: string) => (id.startsWith('resource-') ? path.replace(/^\/adminApi\/[^/]+/, '') : path)
  return html`<details class="group"><summary>${title} <small>${operations.length}</small></summary>
<ul>${operations.map(
    (one) =>
      html`<li><a href="#${one.id}" title="${one.summary}" data-find="${`${one.method} ${one.path} ${one.summary} ${one.node ?? ''}`.toLowerCase()}">${methodBadge(one.method)} ${short(one.path)}</a></li>`,
  )}</ul></details>`
}

/** The way to a first answer: a token, a call with it, and the envelope that comes back. */
function start(groups: readonly OperationGroup[], { json }: ContractDocument) {
  const { schemas } = json.components
  const call = (id: string) => groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  const token = call('POST_auth_oauth_token')
  const list = call('GET_adminApi_organization_index')
  if (!token || !list) return ''
  return html`<section class="start" aria-labelledby="start">
<h2 id="start">${m.docs_start()}</h2>
<ol>
<li><p>${m.docs_startToken()}</p>${sample(m.docs_sampleCall(), sampleCall(token, schemas))}</li>
<li><p>${m.docs_startCall()}</p>${sample(m.docs_sampleCall(), sampleCall(list, schemas))}</li>
<li><p>${m.docs_startAnswer()}</p>${sample(m.docs_sampleAnswer(), sampleAnswer(list, schemas) ?? '')}</li>
</ol>
</section>`
}
