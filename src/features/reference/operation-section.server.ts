import { html } from 'hono/html'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import type { ShownOperation } from './operations.server.ts'

/** Renders one operation as a section of the page. */
export function operationSection(operation: ShownOperation) {
  return html`<article id="${operation.id}" aria-labelledby="${operation.id}-title">
<h3 id="${operation.id}-title"><span class="method ${operation.method}">${operation.method}</span> <code>${operation.path}</code></h3>
<p>${operation.summary}</p>
<p class="facts">${operation.planned ? html`<strong>${m.docs_planned()}</strong> · ` : ''}${m.docs_auth()}: ${
    operation.security.length > 0 ? operation.security.join(' / ') : m.docs_public()
  }${operation.node ? html` · ${m.docs_node({ node: operation.node })}` : ''}</p>
${operation.parameters.length > 0 ? parameterTable(operation) : ''}
${operation.body ? shape(m.docs_body(), operation.body) : ''}
${operation.answer ? shape(m.docs_answer(), operation.answer) : ''}
<details><summary>${m.docs_errors()}: ${operation.errors.map((one) => one.code).join(', ')}</summary>
<dl>${operation.errors.map((one) => html`<div><dt>${one.code}</dt><dd>${one.meaning}</dd></div>`)}</dl>
</details>
</article>`
}

function parameterTable({ id, parameters }: ShownOperation) {
  const head = [m.docs_name(), m.docs_place(), m.docs_required(), m.docs_schema()]
  const [, place, required, schema] = head
  // A wide table scrolls on its own, so keyboard users must be able to focus it.
  return html`<h4 id="${id}-parameters">${m.docs_parameters()}</h4>
<div class="wide" role="region" aria-labelledby="${id}-title ${id}-parameters" tabindex="0">
<table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${parameters.map(
    (one) =>
      html`<tr><th scope="row"><code>${one.name}</code></th><td data-label="${place}">${one.in}</td><td data-label="${required}">${
        one.required ? m.docs_yes() : m.docs_no()
      }</td><td data-label="${schema}">${one.description ?? ''} <code>${summaryOf(one.schema)}</code></td></tr>`,
  )}</tbody>
</table>
</div>`
}

function shape(title: string, { type, schema }: { type: string; schema: JsonObject }) {
  return html`<details><summary>${title} <code>${type}</code></summary>
<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>
</details>`
}

/** A small schema on one line: `integer minimum: 1, maximum: 200`. */
function summaryOf(schema: JsonObject): string {
  const { type, ...rest } = schema
  const facts = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [typeof type === 'string' ? type : '', facts.join(', ')].join(' ').trim()
}
