import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { readConfig } from '../config.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { readSheet } from './file-reader.server.ts'
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
  signal: AbortSignal
}

/** The first rows as they are interpreted: the future value of each cell, or why there is none. */
export async function previewRows({ db, files, actor, registered, record, plan, signal }: Options): Promise<Preview> {
  const { resource } = registered
  const { timeZone } = await readConfig(db, ['timeZone'])
  if (record.storedAs === '') throw new AppError(404, m.import_expired())
  const file = importFile(files, record.storedAs)
  const sheet = await readSheet({ file, facts: record.facts, sheet: plan.sheet }, { signal })
  const rows: ReadRow[] = []
  try {
    for await (const batch of readRows({ db, actor, resource, plan, timeZone }, sheet.batches)) {
      rows.push(...batch)
      if (rows.length >= SHOWN) break
    }
  } finally {
    await sheet.close()
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
    rows: shown.map(({ row, values, errors, parent, unclear }) => ({
      row,
      cells: fields.map((field) => {
        const wrong = errors[field]
        if (wrong) return { text: wrong[1], error: spoken(wrong[0]) }
        // A name with several rows, or of a row of the file, is told by the check: it stands as it was written.
        const name = unclear?.[field]?.[0] ?? (field === 'pid' ? parent : undefined)
        if (name !== undefined) return { text: name }
        const text = write(field, values)
        return { text: (text !== '' && resource.readers?.[field]?.shown?.(text)) || text }
      }),
    })),
  }
}
