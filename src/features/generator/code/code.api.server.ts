import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasApart } from '#src/server/crud/base-columns.server.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { resourceKey } from '#src/server/views/view.schema.ts'
import { storedDesign } from '../stored-design.server.ts'
import { codeArchive } from './code-archive.server.ts'
import { codeFacts } from './code-facts.server.ts'
import { codeOf } from './code-of.server.ts'
import { KEY_IN_CODE } from './names.server.ts'
import type { TableShape } from './table-shape.server.ts'

/** The name of a page that the router's files can have: no sign at its edges has a meaning there. */
const PATH_IN_CODE = /^[A-Za-z0-9]([\w-]*[A-Za-z0-9])?(\/[A-Za-z0-9]([\w-]*[A-Za-z0-9])?)*$/
/** Names of files that the router reads otherwise. */
const ROUTER_WORDS = /(^|\/)(index|route|lazy|component|loader)$/

/** The code of a generated screen, as an archive. */
export const codeCall = endpoint({
  method: 'get',
  path: '/adminApi/crud/code',
  tag: 'resource',
  security: 'admin',
  summary: m.call_crudCode,
  super: true,
  query: v.strictObject({ key: resourceKey }),
  answer: v.unknown(),
  bare: 'application/octet-stream',
  log: 'export',
  errors: [404, 409],
  run: async ({ db, query: { key } }) => {
    const design = (await storedDesign(db, key))?.design
    refuseElsewhere(design?.tableName)
    const facts = design && (await codeFacts(db, design))
    if (!design || !facts) throw new AppError(404, m.error_rowMissing())
    for (const { tableName } of facts.targets.values()) refuseElsewhere(tableName)
    for (const { table } of facts.shape.references) refuseElsewhere(table)
    refuseOtherIds(facts.shape, design.tableName)
    if (hasApart(new Set(facts.shape.columns.map(({ name }) => name))))
      throw new AppError(409, m.crudTable_noCodeBase({ name: design.tableName }))
    const { menu } = design.description
    if (!KEY_IN_CODE.test(key)) throw new AppError(409, m.crudCode_key({ key }))
    if (!PATH_IN_CODE.test(menu) || ROUTER_WORDS.test(menu)) throw new AppError(409, m.crudCode_menu({ menu }))
    return attachment(codeArchive(codeOf(design, facts)), { name: `${key}.zip`, type: 'application/zip' })
  },
})

/** Tables in code have their ids in `id`. @throws AppError 409 for one of others that does not, or points to one */
function refuseOtherIds({ columns, references }: TableShape, tableName: string): void {
  const other = columns.some(({ name }) => name === ROW_ID)
    ? tableName
    : references.find(({ target }) => target === ROW_ID)?.table
  if (other !== undefined) throw new AppError(409, m.crudTable_noCode({ name: other }))
}

/** Migrations make the schema public alone. @throws AppError 409 for a table of another one */
function refuseElsewhere(name = ''): void {
  if (name.includes('.')) throw new AppError(409, m.crudSchema_noCode({ name }))
}
