import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { spoken } from '#src/i18n/locale.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { readConfig } from '../config.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { openSheet } from '../sheet/sheet-file.server.ts'
import { importFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import type { ImportPlan } from './plan.server.ts'
import { type ReadRow, readRows } from './read-rows.server.ts'
import { rowWriter } from './value-words.server.ts'

/** Number of rows in a preview. */
const SHOWN = 20

export const previewSchema = v.object({
  /** Fields in the order of their columns. */
  fields: v.array(v.string()),
  rows: v.array(
    v.object({
      row: v.number(),
      cells: v.array(v.object({ text: v.string(), error: v.optional(v.string()) })),
    }),
  ),
})
export type Preview = v.InferOutput<typeof previewSchema>

type Options = {
  db: Database
  files: string
  actor: Actor
  registered: RegisteredResource
  record: ImportRecord
  plan: ImportPlan
}

/** The first rows as they are interpreted: the future value of each cell, or why there is none. */
export async function previewRows({ db, files, actor, registered, record, plan }: Options): Promise<Preview> {
  const { resource } = registered
  const { timeZone } = await readConfig(db, ['timeZone'])
  const source = await openSheet(importFile(files, record.storedAs), record.facts, plan.sheet)
  const rows: ReadRow[] = []
  try {
    for await (const batch of readRows({ db, actor, resource, plan, timeZone }, source)) {
      rows.push(...batch)
      if (rows.length >= SHOWN) break
    }
  } finally {
    source.close()
  }
  const fields = plan.mapping.filter((name) => name !== null)
  const shown = rows.slice(0, SHOWN)
  const write = await rowWriter(
    db,
    resource,
    timeZone,
    shown.map((one) => one.values),
  )
  return {
    fields,
    rows: shown.map(({ row, values, errors, parent }) => ({
      row,
      cells: fields.map((field) => {
        const wrong = errors[field]
        if (wrong) return { text: wrong[1], error: spoken(wrong[0]) }
        return { text: field === 'pid' && parent !== undefined ? parent : write(field, values) }
      }),
    })),
  }
}
