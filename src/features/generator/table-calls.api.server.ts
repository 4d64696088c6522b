import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { Design } from './design.schema.ts'

// A stub with the shape of the calls, which no server has. The version that reads tables replaces it.
const reads = { tag: 'resource', security: 'admin', method: 'get', super: true, proof: true } as const
const statements = v.array(v.string())
const run = async (): Promise<never> => {
  throw new AppError(501)
}

/** The tables that others made in the database, for screens that start from them. */
export const tableEndpoints = {
  tables: endpoint({
    ...reads,
    path: '/adminApi/crud/tables',
    summary: m.call_resources,
    answer: v.strictObject({
      list: v.array(
        v.strictObject({ name: v.string(), comment: v.string(), rows: v.number(), key: v.nullable(v.string()) }),
      ),
      total: v.number(),
    }),
    run,
  }),
  table: endpoint({
    ...reads,
    path: '/adminApi/crud/table',
    summary: m.call_resources,
    query: v.object({ name: v.string() }),
    answer: v.strictObject({
      design: knownAs<Design>(v.looseObject({})),
      notes: v.array(v.strictObject({ column: v.string(), text: v.string() })),
      adopt: v.nullable(v.strictObject({ up: statements, down: statements })),
      refusal: v.nullable(v.string()),
    }),
    run,
  }),
}
