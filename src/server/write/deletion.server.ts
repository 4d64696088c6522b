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

/** The refusals of the resource's own rule. It checks all rows at once, and each row only when it refuses. */
export async function ownRefusals(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]): Promise<Refusal[]> {
  const { checkDelete, description } = resource
  if (!checkDelete) return []
  try {
    await checkDelete(tx, rows, actor)
    return []
  } catch (error) {
    const only = rows[0]
    if (rows.length === 1 && only) return [refusalOf(error, only.id, titleOf(description, only))]
    const refusals: Refusal[] = []
    for (const row of rows) refusals.push(...(await ownRefusals(tx, resource, actor, [row])))
    if (refusals.length === 0) throw error
    return refusals
  }
}
