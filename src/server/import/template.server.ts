import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isRequired, optionsOf, relationTarget } from '#src/resource/field-traits.ts'
import { blankValue } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { attachment } from '../export/attachment.server.ts'
import { packBook, sheetName } from '../export/export-book.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { listSheet, type TemplateColumn, templateSheet } from './template-sheet.server.ts'

/** Maximum names of a relation in a list. With more names, the user types the name or the code. */
const MOST_NAMES = 2_000

/** An empty workbook to fill in: a column for each field with its format and hint, and the allowed values as lists. */
export async function template(db: Db, actor: Actor, resource: Resource): Promise<Response> {
  const title = labelText(resource.description.title)
  const columns: TemplateColumn[] = []
  for (const field of resource.importable.values()) {
    const values = await allowedValues(db, actor, resource, field)
    columns.push({
      title: `${labelText(field.label)}${isRequired(field) ? ' *' : ''}`,
      look: cellLook(field),
      values,
      open: relationTarget(field) !== undefined || Array.isArray(blankValue(field)),
      hint: hintOf(field),
    })
  }
  const lists = m.import_templateLists()
  const pieces = packBook([
    { name: sheetName(title), xml: templateSheet(columns, sheetName(lists)) },
    { name: sheetName(lists), hidden: true, xml: listSheet(columns) },
  ])
  // Seam: Node and the browser declare web streams differently, but the object is the same.
  const body = Readable.toWeb(
    Readable.from(pieces, { objectMode: false }),
  ) as NodeReadableStream as ReadableStream<Uint8Array>
  return attachment(body, {
    name: `${m.import_templateName({ title })}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

/** The allowed values of a field, where they can be listed. Each value is a name that means only one row. */
async function allowedValues(db: Db, actor: Actor, resource: Resource, field: Field): Promise<string[]> {
  const options = optionsOf(field)
  if (options) return options.filter((option) => !option.retired).map((option) => labelText(option.label))
  const relation = relationTarget(field) && resource.relations?.[field.name]
  const found = await relation?.search(db, actor, { quickSearch: '', limit: MOST_NAMES + 1, offset: 0 })
  if (!found || found.length > MOST_NAMES) return []
  const names = new Map<string, number>()
  for (const { label } of found) names.set(label, (names.get(label) ?? 0) + 1)
  return found.map(({ label, hint }) => (names.get(label) === 1 ? label : (hint ?? label)))
}

/** How the cells of a field look in a workbook. */
export function cellLook(field: Field): TemplateColumn['look'] {
  const { sheet } = serverTypeOf(field)
  return sheet === 'text' ? 'exact' : sheet
}

function hintOf(field: Field): string {
  const help = field.help && labelText(field.help)
  const how = serverTypeOf(field).hint?.(field) ?? ''
  return [isRequired(field) ? m.rule_required() : '', how, help ?? ''].filter((part) => part !== '').join('; ')
}
