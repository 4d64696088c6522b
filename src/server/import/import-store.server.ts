import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Db } from '#src/db/client.server.ts'
import { account, adminProfile } from '#src/db/identity.table.server.ts'
import { type DataImport, dataImport, importMemory } from '#src/db/import.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { AppError } from '../errors.server.ts'
import { type FileFacts, fileFacts } from '../sheet/file-facts.ts'
import { type ImportPlan, planSchema } from './plan.server.ts'
import { isTakenBack } from './undo-import.server.ts'
import { type WarningCounts, warningCountsSchema } from './warnings.server.ts'

export const countsSchema = v.object({
  new: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  skipped: v.number(),
  refused: v.number(),
  /** The rows that the lines of the file become. Missing where a line is a row. Those of refused lines do not count. */
  rows: v.optional(v.object({ new: v.number(), changed: v.number(), unchanged: v.number(), skipped: v.number() })),
})

/** A stored import whose JSON columns are validated. */
export type ImportRecord = Omit<DataImport, 'facts' | 'plan' | 'checked' | 'applied' | 'warnings'> & {
  facts: FileFacts
  plan: ImportPlan | null
  checked: v.InferOutput<typeof countsSchema> | null
  applied: v.InferOutput<typeof countsSchema> | null
  warnings: WarningCounts | null
}

/** Finds an import of its owner. @throws AppError 404 */
export async function findImport(
  db: Db,
  { id, resource, owner }: { id: number; resource: string; owner: number },
): Promise<ImportRecord> {
  const [row] = await db
    .select()
    .from(dataImport)
    .where(and(eq(dataImport.id, id), eq(dataImport.resource, resource), eq(dataImport.ownerId, owner)))
  if (!row) throw new AppError(404, m.import_missing())
  return record(row)
}

function record(row: DataImport): ImportRecord {
  const counts = v.nullable(countsSchema)
  return {
    ...row,
    facts: v.parse(fileFacts, row.facts),
    plan: v.parse(v.nullable(planSchema), row.plan),
    checked: v.parse(counts, row.checked),
    applied: v.parse(counts, row.applied),
    warnings: v.parse(v.nullable(warningCountsSchema), row.warnings),
  }
}

/**
 * The last import of the same content, by any user. Its user is named to those who may see that user's organization.
 */
export async function sameContent(
  db: Db,
  actor: Actor,
  { id, resource, hash }: Pick<DataImport, 'id' | 'resource' | 'hash'>,
) {
  const [row] = await db
    .select({
      time: dataImport.applyTime,
      by: sql<
        string | null
      >`case when ${account.id} = ${actor.id} or ${scope(actor, { organization: adminProfile.deptId }) ?? sql`true`}
        then ${account.username} end`,
      counts: dataImport.applied,
      changeSetId: dataImport.changeSetId,
      taken: dataImport.undone,
    })
    .from(dataImport)
    .innerJoin(account, eq(account.id, dataImport.ownerId))
    .leftJoin(adminProfile, eq(adminProfile.accountId, account.id))
    .where(
      and(
        eq(dataImport.hash, hash),
        eq(dataImport.resource, resource),
        isNotNull(dataImport.applyTime),
        sql`${dataImport.id} <> ${id}`,
      ),
    )
    .orderBy(desc(dataImport.id))
    .limit(1)
  if (!row?.time) return null
  const undone = await isTakenBack(db, { changeSetId: row.changeSetId, undone: row.taken })
  return { time: row.time, by: row.by, counts: v.parse(countsSchema, row.counts), undone }
}

/**
 * The choices that a user made by hand. Earlier releases stored `columns`, guesses included. Rows without `chosen` are
 * therefore not read.
 */
export const memorySchema = v.object({
  /** The field of each plain title; null for a column that was left out. */
  chosen: v.record(v.string(), v.nullable(v.string())),
  keys: v.optional(v.array(v.string())),
})
export type Memory = v.InferOutput<typeof memorySchema>

/** Resources that are made on demand share what is remembered: `exam-score:12` and `exam-score:13`. */
const memoryKey = (resource: string) => resource.replace(/:\d+$/, '')

/** The columns and keys that the user chose in earlier imports of this resource. */
export async function readMemory(db: Db, accountId: number, resource: string): Promise<Memory> {
  const [row] = await db
    .select({ mapping: importMemory.mapping })
    .from(importMemory)
    .where(and(eq(importMemory.accountId, accountId), eq(importMemory.resource, memoryKey(resource))))
  const result = v.safeParse(memorySchema, row?.mapping)
  return result.success ? result.output : { chosen: {} }
}

/** Maximum titles that are remembered for one resource. */
const MOST_TITLES = 500

/** Adds choices to the remembered ones. */
export async function keepMemory(db: Db, accountId: number, resource: string, memory: Memory): Promise<void> {
  const before = await readMemory(db, accountId, resource)
  const chosen = Object.fromEntries(Object.entries({ ...before.chosen, ...memory.chosen }).slice(-MOST_TITLES))
  const keys = memory.keys ?? before.keys
  await storeMemory(db, accountId, resource, keys ? { chosen, keys } : { chosen })
}

/** What to forget: one plain title, the keys, or everything. */
export type ForgottenChoices = { title: string } | 'keys' | 'all'

/** Forgets remembered choices. */
export async function forgetMemory(db: Db, accountId: number, resource: string, what: ForgottenChoices): Promise<void> {
  const { chosen, keys } = await readMemory(db, accountId, resource)
  if (what === 'all') await storeMemory(db, accountId, resource, { chosen: {} })
  else if (what === 'keys') await storeMemory(db, accountId, resource, { chosen })
  else {
    delete chosen[what.title]
    await storeMemory(db, accountId, resource, keys ? { chosen, keys } : { chosen })
  }
}

async function storeMemory(db: Db, accountId: number, resource: string, mapping: Memory): Promise<void> {
  await db
    .insert(importMemory)
    .values({ accountId, resource: memoryKey(resource), mapping })
    .onConflictDoUpdate({
      target: [importMemory.accountId, importMemory.resource],
      set: { mapping, updateTime: sql`now()` },
    })
}

/** Imports whose files have expired. */
export function expiredImports(db: Database): Promise<{ id: number; storedAs: string }[]> {
  return db
    .select({ id: dataImport.id, storedAs: dataImport.storedAs })
    .from(dataImport)
    .where(and(lt(dataImport.expireTime, sql`now()`), sql`${dataImport.storedAs} <> ''`))
}
