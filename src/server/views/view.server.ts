import { and, arrayOverlaps, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { account, accountRole, role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import type { Actor } from '../access/actor.server.ts'
import { AppError, invalid, stale } from '../errors.server.ts'
import { filterSchema } from '../list/filter.server.ts'
import { type PageViews, type SavedView, type ViewState, viewState } from './view.schema.ts'
import { savedViewDefault, savedViewTable } from './view.table.server.ts'

type Content = { name: string; roleIds: number[]; state: ViewState }

/** The views of a resource that the actor may use, own views first, and the roles that the actor may share with. */
export async function viewsOf(db: Db, actor: Actor, resource: string, pages: PageViews) {
  const roles = await rolesOf(db, actor)
  const own = eq(savedViewTable.ownerId, actor.id)
  const rows = await db
    .select({
      view: savedViewTable,
      ownerName: sql<string>`coalesce(nullif(${account.nickname}, ''), ${account.username})`,
      chosen: savedViewDefault.viewId,
    })
    .from(savedViewTable)
    .innerJoin(account, eq(account.id, savedViewTable.ownerId))
    .leftJoin(
      savedViewDefault,
      and(eq(savedViewDefault.viewId, savedViewTable.id), eq(savedViewDefault.accountId, actor.id)),
    )
    .where(and(eq(savedViewTable.resource, resource), usable(actor, roles)))
    .orderBy(desc(own), asc(savedViewTable.name), asc(savedViewTable.id))
  const list = rows.map(({ view, ownerName, chosen }): SavedView => {
    const { id, version, name, ownerId, roleIds } = view
    const editable = ownerId === actor.id || actor.super
    return {
      id,
      version,
      resource,
      name,
      ownerId,
      ownerName,
      editable,
      roleIds,
      state: readableState(view.state, pages[resource]),
      isDefault: chosen !== null,
    }
  })
  return { list, roles: roles.map(({ id, name }) => ({ value: id, label: name })) }
}

/** Adds a view. @throws AppError 422 for an invalid filter or search, or a role that the actor may not share with */
export async function addView(
  tx: Db,
  actor: Actor,
  resource: string,
  content: Content,
  pages: PageViews,
): Promise<{ id: number; version: number }> {
  await assertShareable(tx, actor, content.roleIds)
  const state = storedState(resource, content.state, pages)
  const [added] = await tx
    .insert(savedViewTable)
    .values({ resource, ownerId: actor.id, ...content, state })
    .returning({ id: savedViewTable.id, version: savedViewTable.version })
  if (!added) throw new Error('insert returned no row')
  return added
}

/** Changes a view. @throws AppError 404 when the actor may not change it, 409 when it is stale, 422 */
export async function editView(
  tx: Db,
  actor: Actor,
  { id, version, state, ...content }: Partial<Content> & { id: number; version?: number },
  pages: PageViews,
): Promise<{ id: number; version: number }> {
  const [row] = await tx
    .select()
    .from(savedViewTable)
    .where(and(eq(savedViewTable.id, id), mine(actor)))
    .for('update')
  if (!row) throw new AppError(404, m.error_rowMissing())
  if (version !== undefined && version !== row.version) throw stale(row)
  const added = (content.roleIds ?? []).filter((one) => !row.roleIds.includes(one))
  await assertShareable(tx, actor, added)
  if (!state && Object.keys(content).length === 0) return { id, version: row.version }
  const [saved] = await tx
    .update(savedViewTable)
    .set(state ? { ...content, state: storedState(row.resource, state, pages) } : content)
    .where(eq(savedViewTable.id, id))
    .returning({ version: savedViewTable.version })
  return { id, version: saved?.version ?? row.version }
}

/** Deletes all of the views or none. @throws AppError 404 when the actor may not change one of them */
export async function deleteViews(tx: Db, actor: Actor, ids: readonly number[]): Promise<number> {
  const wanted = [...new Set(ids)]
  const gone = await tx
    .delete(savedViewTable)
    .where(and(anyOf(savedViewTable.id, wanted), mine(actor)))
    .returning({ id: savedViewTable.id })
  if (gone.length < wanted.length) throw new AppError(404, m.error_rowMissing())
  return gone.length
}

/** Stores the default view of the actor; null for none. @throws AppError 404 when the actor may not use the view */
export async function chooseDefault(tx: Db, actor: Actor, resource: string, id: number | null): Promise<void> {
  if (id === null) {
    await tx
      .delete(savedViewDefault)
      .where(and(eq(savedViewDefault.accountId, actor.id), eq(savedViewDefault.resource, resource)))
    return
  }
  const roles = await rolesOf(tx, actor)
  const [found] = await tx
    .select({ id: savedViewTable.id })
    .from(savedViewTable)
    .where(and(eq(savedViewTable.id, id), eq(savedViewTable.resource, resource), usable(actor, roles)))
  if (!found) throw new AppError(404, m.error_rowMissing())
  await tx
    .insert(savedViewDefault)
    .values({ accountId: actor.id, resource, viewId: id })
    .onConflictDoUpdate({ target: [savedViewDefault.accountId, savedViewDefault.resource], set: { viewId: id } })
}

type Role = { id: number; name: string }

/** The active roles that the actor holds and may share with; for a super admin, all active roles. */
function rolesOf(db: Db, actor: Actor): Promise<Role[]> {
  const held = db.select({ id: accountRole.roleId }).from(accountRole).where(eq(accountRole.accountId, actor.id))
  return db
    .select({ id: role.id, name: role.name })
    .from(role)
    .where(and(eq(role.status, 1), actor.super ? undefined : inArray(role.id, held)))
    .orderBy(asc(role.name))
}

function usable(actor: Actor, roles: readonly Role[]): SQL | undefined {
  if (actor.super) return undefined
  const ids = roles.map(({ id }) => id)
  return or(
    eq(savedViewTable.ownerId, actor.id),
    ids.length > 0 ? arrayOverlaps(savedViewTable.roleIds, ids) : undefined,
  )
}

/** The condition for views that the actor may change; undefined when there is no limit. */
function mine(actor: Actor): SQL | undefined {
  return actor.super ? undefined : eq(savedViewTable.ownerId, actor.id)
}

async function assertShareable(db: Db, actor: Actor, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return
  const held = new Set((await rolesOf(db, actor)).map(({ id }) => id))
  if (!roleIds.every((id) => held.has(id))) throw invalid({ roleIds: [m.rule_relation()] })
}

/**
 * What is stored of a state. Of a page it is the search, as the page's schema reads it. Of a list the form of a filter
 * is checked; whether its fields still exist is checked when the view is opened.
 * @throws AppError 422 for a filter or search that is wrong, or a page that has no views
 */
function storedState(resource: string, state: ViewState, pages: PageViews): object {
  const { filter, search } = state
  const page = pages[resource]
  if (page) {
    const read = v.safeParse(page, search ?? {})
    if (read.success) return { search: read.output }
    throw invalid(
      Object.fromEntries(
        Object.entries(fieldErrors(read.issues)).map(([path, texts]) => [`state.search.${path}`, texts]),
      ),
    )
  }
  if (resource.includes(':')) throw invalid({ resource: [m.rule_relation()] })
  if (search !== undefined) throw invalid({ 'state.search': [m.rule_type()] })
  if (filter !== undefined && !v.is(filterSchema, filter)) throw invalid({ 'state.filter': [m.rule_type()] })
  return state
}

/**
 * The stored settings, as far as this release can read them. A part with another format is left out; the others stay.
 */
function readableState(stored: unknown, page: PageViews[string] | undefined): ViewState {
  const parts: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const isReadable = (name: string) => {
    if (name === 'filter') return v.is(filterSchema, parts[name])
    return name !== 'search' || (page !== undefined && v.is(page, parts[name]))
  }
  const readable = Object.entries(viewState.entries).filter(
    ([name, schema]) => parts[name] !== undefined && v.is(schema, parts[name]) && isReadable(name),
  )
  return v.parse(viewState, Object.fromEntries(readable.map(([name]) => [name, parts[name]])))
}
