import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { surveyNamed } from '#src/server/import/file-facts.server.ts'
import { readSheet, readStart } from '#src/server/import/file-reader.server.ts'
import { receiveFile } from '#src/server/import/import-files.server.ts'
import { inReadingTurn } from '#src/server/import/import-steps.server.ts'
import type { Design } from './design.schema.ts'
import { ColumnsSeen, proposeFromSheet, ROWS_READ } from './propose-workbook.server.ts'

/** The columns of a workbook as the fields of a design. The file is read and not kept. */
export const workbookCall = endpoint({
  method: 'post',
  path: '/adminApi/crud/workbook',
  tag: 'resource',
  security: 'admin',
  summary: m.call_crudWorkbook,
  super: true,
  log: 'never',
  query: v.strictObject({ name: v.pipe(v.string(), v.maxLength(255)) }),
  rawBody: { type: 'application/octet-stream', schema: v.string() },
  answer: v.strictObject({ design: knownAs<Design>(v.looseObject({})), rows: v.number() }),
  errors: [413, 422],
  run: async ({ c, db, query: { name } }) => {
    const { files } = c.get('deps')
    const { body, signal } = c.req.raw
    const { importMaxsize } = await readConfig(db, ['importMaxsize'])
    const file = await receiveFile(files, body, importMaxsize)
    try {
      return await inReadingTurn(c, async () => {
        const facts = await surveyNamed(file.path, name, { signal })
        const asked = { file: file.path, facts, sheet: undefined, header: undefined, known: [] }
        const start = await readStart(asked, { signal })
        const seen = new ColumnsSeen(start.columns.map(({ title }) => title))
        const sheet = await readSheet({ file: file.path, facts, sheet: start.sheet }, { signal })
        try {
          reading: for await (const batch of sheet.batches) {
            for (const row of batch) {
              if (row.row <= start.header) continue
              seen.add(row)
              if (seen.rows >= ROWS_READ) break reading
            }
          }
        } finally {
          await sheet.close()
        }
        if (seen.filled.length === 0) throw invalid({}, m.generator_noColumns())
        return { design: proposeFromSheet(seen, name), rows: seen.rows }
      })
    } finally {
      await rm(file.path, { force: true })
    }
  },
})
