import { html } from 'hono/html'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { OpenApi } from '#src/server/openapi/openapi.server.ts'
import { operationTags } from '#src/server/openapi/operation.server.ts'
import { operationSection } from './operation-section.server.ts'
import { operationsOf } from './operations.server.ts'
import { style } from './reference.style.server.ts'

/**
 * Renders the API documentation as a page without scripts: contents, then every operation with parameters, schemas and
 * errors.
 */
export function referencePage(document: OpenApi, theme: string) {
  const operations = operationsOf(document)
  const groups = operationTags
    .map((tag) => ({ tag, operations: operations.filter((one) => one.tag === tag) }))
    .filter(({ operations }) => operations.length > 0)
  const names = new Map(document.tags.map((tag) => [tag.name, tag.description]))
  const title = `${m.docs_title()} - Yardstick`
  return html`<!doctype html>
<html lang="${getLocale() === 'en' ? 'en' : 'zh-CN'}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#calls">${m.docs_skip()}</a>
<header>
<h1>${m.docs_title()}</h1>
<p>${document.info.description}</p>
<p>${m.docs_calls({ count: operations.length })} · <a href="/api/openapi.json">${m.docs_download()}</a> · <a href="/admin">${m.docs_back()}</a></p>
</header>
<nav aria-label="${m.docs_contents()}">
${groups.map(
  ({ tag, operations }) => html`<details>
<summary>${names.get(tag) ?? tag}</summary>
<ul>${operations.map((one) => html`<li><a href="#${one.id}"><b>${one.method}</b> ${one.path}</a></li>`)}</ul>
</details>`,
)}
</nav>
<main id="calls" tabindex="-1">
${groups.map(
  ({ tag, operations }) => html`<section aria-labelledby="tag-${tag}">
<h2 id="tag-${tag}">${names.get(tag) ?? tag}</h2>
${operations.map(operationSection)}
</section>`,
)}
</main>
</body>
</html>`
}
