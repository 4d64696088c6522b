import { and, eq, isNull, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { offersOf } from '#src/resource/offers.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import { registeredResources } from '#src/server/crud/resource-registry.server.ts'
import { deletedVisible } from '#src/server/history/deleted-scope.server.ts'
import { recycleLine, sensitiveLine } from './lines.server.ts'

/** The configuration is no resource of the kit. */
export const CONFIG = 'config'

type Line = typeof recycleLine | typeof sensitiveLine

/** The watched deletions that the actor sees: those of resources that the actor reads, in the data scope. */
export function deletionsSeen(actor: Actor): SQL | undefined {
  return linesSeen(recycleLine, actor, (resource) =>
    deletedVisible(whole(resource), actor, { id: sql`${recycleLine.rowId}`, row: sql`${recycleLine.before}` }),
  )
}

/** The watched changes that the actor sees: the same, without the fields whose nodes the actor lacks. */
export function changesSeen(actor: Actor): SQL | undefined {
  const rows = linesSeen(sensitiveLine, actor, (resource) => {
    const { scopeRule, table, columns } = resource
    const visible = scope(actor, scopeRule)
    if (!visible) return undefined
    const { rowId, state } = sensitiveLine
    const gone = deletedVisible(whole(resource), actor, { id: sql`${rowId}`, row: sql`${state}` })
    const there = sql`exists (select from ${table} where ${columns.id} = ${rowId}`
    return or(sql`${there} and ${visible})`, and(not(sql`${there})`), gone))
  })
  if (actor.super) return rows
  const { fieldNode } = sensitiveLine
  return and(rows, or(isNull(fieldNode), held(fieldNode, actor)))
}

/** The views limit the rows themselves. */
function whole(resource: Resource): Resource {
  return { ...resource, scope: resource.scopeRule }
}

function linesSeen(line: Line, actor: Actor, visibleIn: (resource: Resource) => SQL | undefined): SQL | undefined {
  const { resource: key, node, scoped, scopeOrg } = line
  // Logs have no history, and these two are logs.
  const known = registeredResources().filter(({ resource }) => offersOf(resource.description).history)
  if (actor.super) {
    const limits = known.flatMap(({ resource }) => {
      const visible = visibleIn(resource)
      return visible ? [or(ne(key, resource.key), visible)] : []
    })
    return and(...limits)
  }
  const own = known.flatMap(({ resource, nodes }) =>
    can(actor, nodes.index) ? [and(eq(key, resource.key), visibleIn(resource))] : [],
  )
  const config = can(actor, 'routine/config/index') ? [eq(key, CONFIG)] : []
  const keys = [...known.map(({ resource }) => resource.key), CONFIG]
  const runtime = and(
    notInArray(key, keys),
    held(node, actor),
    or(eq(scoped, false), scope(actor, { organization: scopeOrg })),
  )
  return or(...own, ...config, runtime)
}

function held(node: Line['node'] | (typeof sensitiveLine)['fieldNode'], { nodes }: Actor): SQL {
  return sql`${node} = any (${sql.param([...nodes])}::text[])`
}
