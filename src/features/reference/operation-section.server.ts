import { html } from 'hono/html'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Json, JsonObject } from '#src/lib/json.ts'
import type { ShownOperation } from './operations.server.ts'
import { isObject } from './sample.server.ts'
import { sampleAnswer, sampleCall } from './sample-call.server.ts'

/** Renders one operation: a line with method and path, which opens the tables and the samples. */
export function operationSection(operation: ShownOperation, schemas: JsonObject) {
  const { id, method, path, summary, security, node, errors } = operation
  const signIn = security.length > 0 ? security.join(' / ') : m.docs_public()
  return html`<details class="call" data-call="${id}">
<summary><h3>${methodBadge(method)} <code>${path}</code></h3><span>${summary}</span></summary>
<div class="inside" id="${id}">
<div class="facts">
<p><b>${m.docs_auth()}</b> ${signIn}</p>
${node ? html`<p><b>${m.docs_node()}</b> <code>${node}</code></p>` : ''}
<p><a href="#${id}">${m.docs_link()}</a></p>
${parameterTable(operation)}
${bodyTable(operation)}
<h4>${m.docs_errors()}</h4>
<table><thead><tr><th scope="col">${m.docs_code()}</th><th scope="col">${m.docs_meaning()}</th></tr></thead>
<tbody>${errors.map((one) => html`<tr><th scope="row">${one.code}</th><td>${one.meaning}</td></tr>`)}</tbody></table>
</div>
<div class="samples">${samples(operation, schemas)}</div>
</div>
</details>`
}

export const methodBadge = (method: string) => html`<span class="method ${method}">${method}</span>`

function samples(operation: ShownOperation, schemas: JsonObject) {
  const answer = sampleAnswer(operation, schemas)
  const kind = operation.answer?.type
  return html`${sample(m.docs_sampleCall(), sampleCall(operation, schemas))}
${answer === undefined ? '' : sample(m.docs_sampleAnswer(), answer)}
${answer === undefined && kind ? html`<p class="note">${m.docs_answerKind({ type: kind })}</p>` : ''}`
}

/** A sample with a button that copies it. It scrolls on its own, so keyboard users must be able to focus it. */
export function sample(title: string, code: string) {
  return html`<div class="sample"><p>${title}<button type="button" class="copy">${m.docs_copy()}</button></p>
<pre tabindex="0" role="group" aria-label="${title}">${code}</pre></div>`
}

type Row = { name: string; place?: string; required: boolean; schema: JsonObject; description: string }

function parameterTable({ parameters }: ShownOperation) {
  if (parameters.length === 0) return ''
  const rows = parameters.map((one) => ({ ...one, place: one.in, description: one.description ?? '' }))
  return html`<h4>${m.docs_parameters()}</h4>${table(rows)}`
}

function bodyTable({ body }: ShownOperation) {
  if (!body) return ''
  const { properties, required } = body.schema
  const known = Array.isArray(required) ? required : []
  const rows = Object.entries(isObject(properties) ? properties : {}).map(([name, one]) => {
    const { title, description, ...schema } = isObject(one) ? one : {}
    const words = [title, description].filter((text) => typeof text === 'string')
    return { name, required: known.includes(name), schema, description: words.join(' · ') }
  })
  return html`<h4>${m.docs_body()} <code>${body.type}</code></h4>${rows.length > 0 ? table(rows) : ''}`
}

function table(rows: readonly Row[]) {
  const placed = rows.some(({ place }) => place !== undefined)
  return html`<table>
<thead><tr><th scope="col">${m.docs_name()}</th>${placed ? html`<th scope="col">${m.docs_place()}</th>` : ''}<th scope="col">${m.docs_schema()}</th></tr></thead>
<tbody>${rows.map(
    ({ name, place, required, schema, description }) =>
      html`<tr><th scope="row"><code>${name}</code>${required ? html`<small>${m.docs_required()}</small>` : ''}</th>${
        placed ? html`<td>${place}</td>` : ''
      }<td>${description && html`${description} `}<code>${summaryOf(schema)}</code></td></tr>`,
  )}</tbody></table>`
}

/** A schema on one line: `integer, minimum: 1, maximum: 200`. What it consists of is in the document. */
function summaryOf({ type, anyOf, enum: options, items, $ref, maximum, ...rest }: JsonObject): string {
  const alternatives = Array.isArray(anyOf) ? anyOf.map((one) => (isObject(one) ? summaryOf(one) : '')).join(' | ') : ''
  const values = Array.isArray(options) ? options.map((one) => JSON.stringify(one)).join(' | ') : ''
  const list = isObject(items) ? `[${summaryOf(items)}]` : ''
  // The largest integer of JavaScript is no limit that anybody meets.
  const limit: JsonObject = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }
  const facts = Object.entries({ ...rest, ...limit })
    .filter(([, value]) => !isObject(value) && !isEmptyList(value))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const reference = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : ''
  const kind = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : ''
  return [values || kind + list, alternatives, reference, ...facts].filter((fact) => fact !== '').join(', ')
}

const isEmptyList = (value: Json) => Array.isArray(value) && value.length === 0
