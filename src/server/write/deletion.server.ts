import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { sentenceOfUses, usesBelow, usesOfRows } from '../crud/references.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { type Refusal, refusalOf, titleOf } from './refusal.server.ts'

/** The rows that cannot be deleted together, and why: rows below them, rows that refer to them, or their own rules. */
export async function deletionRefusals(
  tx: Db,
  resource: Resource,
  actor: Actor,
  rows: readonly Row[],
): Promise<Refusal[]> {
  if (rows.length === 0) return []
  const { description } = resource
  const byId = new Map(rows.map((row) => [row.id, row]))
  const refused = new Map<number, Refusal>()
  const refuse = (id: number, msg: string) => {
    const row = byId.get(id)
    if (row && !refused.has(id)) refused.set(id, { id, title: titleOf(description, row), msg })
  }
  const below = await usesBelow(tx, resource, actor, rows)
  for (const one of below) refuse(one.id, m.error_treeHasChildren(one))
  const uses = await usesOfRows(tx, resource, actor, rows)
  for (const refusal of await ownRefusals(tx, resource, actor, rows)) refuse(refusal.id, refusal.msg)
  for (const [id, ofRow] of Map.groupBy(uses, (use) => use.id)) refuse(id, sentenceOfUses(ofRow))
  const byRow = Map.groupBy([...below, ...uses], (use) => use.id)
  return [...refused.values()].map((refusal) => {
    const ofRow = byRow.get(refusal.id)
    return ofRow ? { ...refusal, uses: ofRow } : refusal
  })
}

/** The rows that can be deleted when the refused ones stay: a row above a refused one stays as well, and so on. */
export async function deletableWithout(
  tx: Db,
  resource: Resource,
  actor: Actor,
  rows: readonly Row[],
  refused: readonly Refusal[],
): Promise<Row[]> {
  const stays = new Set(refused.map(({ id }) => id))
  const left = rows.filter(({ id }) => !stays.has(id))
  if (left.length === rows.length) return left
  return deletableWithout(tx, resource, actor, left, await deletionRefusals(tx, resource, actor, left))
}

/** The refusals of the resource's own rule. It checks all rows at once, and fewer and fewer where it refuses. */
export async function ownRefusals(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]): Promise<Refusal[]> {
  const { checkDelete, description } = resource
  if (!checkDelete) return []
  const refusedOf = async (some: readonly Row[]): Promise<{ refusals: Refusal[]; error?: unknown }> => {
    try {
      await checkDelete(tx, some, actor)
      return { refusals: [] }
    } catch (error) {
      const only = some[0]
      if (some.length === 1 && only) return { refusals: [refusalOf(error, only.id, titleOf(description, only))] }
      const refusals: Refusal[] = []
      for (const part of partsOf(some)) refusals.push(...(await refusedOf(part)).refusals)
      return { refusals, error }
    }
  }
  const { refusals, error } = await refusedOf(rows)
  // The rule refuses them only together.
  if (error !== undefined && refusals.length === 0) throw error
  return refusals
}

const PARTS = 8

/** Several parts, so that a few refused rows among thousands are found with few questions. */
function partsOf(rows: readonly Row[]): Row[][] {
  const size = Math.ceil(rows.length / PARTS)
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
}
