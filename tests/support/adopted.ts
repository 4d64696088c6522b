import { sql } from 'drizzle-orm'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { Design } from '#src/features/generator/design.schema.ts'
import { validateGuards } from '#src/features/resources/runtime-guards.server.ts'
import { addRuntimeResource } from '#src/features/resources/runtime-write.server.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { startApi } from './api.ts'
import { importer } from './imports.ts'
import { sampleTables } from './sample-tables.ts'

export type ProposedAnswer = {
  design: Design
  notes: { column: string; text: string }[]
  adopt: { up: string[]; down: string[] } | null
  refusal: string | null
}

/** Starts the API on sample tables. `adopt` makes a table a resource, as it is proposed. */
export async function startAdopted(...samples: Parameters<typeof sampleTables>[1][]) {
  const api = await startApi()
  await api.jobs.start()
  await sampleTables(api.db, ...samples)
  const admin = await api.signIn()
  const propose = async (name: string) => {
    const { code, msg, data } = await admin('GET', `/adminApi/crud/table?name=${encodeURIComponent(name)}`)
    if (code !== 200) throw new Error(msg)
    return data as ProposedAnswer
  }
  const adopt = async (name: string) => {
    const { design, adopt: statements, refusal } = await propose(name)
    if (!statements) throw new Error(refusal ?? '')
    const columns = Object.fromEntries(
      Object.entries(design.columns).flatMap(([field, { column }]) => (column === undefined ? [] : [[field, column]])),
    )
    await write(api.db, systemAuthor, 'save', async (tx) => {
      for (const statement of statements.up) await tx.execute(sql.raw(statement))
      const { tableName, scopeField, description } = design
      await addRuntimeResource(tx, { tableName, scopeField, description, columns })
    })
    tableChanged(api.db, 'resource_description')
    await validateGuards(api.db)
    const { key } = design.description
    const path = `/adminApi/${key}`
    const call = async (method: string, action: string, body?: unknown) => {
      const { code, msg, data } = await admin(method, `${path}/${action}`, body)
      if (code !== 200) throw new Error(`${action}: ${code} ${msg} ${JSON.stringify(data)}`)
      return data
    }
    const list = async (query = '') =>
      (await call('GET', `index${query}`)) as { list: Record<string, unknown>[]; labels?: Record<string, unknown> }
    const add = async (values: object) => (await call('POST', 'add', values)) as { id: number }
    const file = async (query: string) => {
      const headers = { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' }
      return (await api.api.request(`${path}/export?${query}`, { headers })).text()
    }
    return { key, design, statements, call, list, add, file, ...importer(api, admin, key) }
  }
  const undo = async (changeSetId: number) => admin('POST', '/adminApi/history/undo', { changeSetId })
  const one = async (text: string) => (await api.db.execute<Record<string, unknown>>(sql.raw(text))).rows[0]
  return { ...api, admin, propose, adopt, undo, one }
}
