import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'

const field = v.pipe(v.string(), v.maxLength(60))

/**
 * The settings of a list or page that a saved view stores; each one is optional. A list ignores fields that the
 * resource no longer has, so an old view still opens after a field is removed.
 */
export const viewState = v.object({
  quickSearch: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** A filter tree, as the list endpoint accepts it. */
  filter: v.optional(v.record(v.string(), v.unknown())),
  order: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^\w{1,60},(asc|desc)$/))), v.maxLength(5))),
  /** Names of the shown columns, in their order. */
  columns: v.optional(v.pipe(v.array(field), v.maxLength(200))),
  widths: v.optional(v.pipe(v.record(field, v.pipe(v.number(), v.minValue(20), v.maxValue(2000))), v.maxEntries(200))),
  pins: v.optional(v.pipe(v.record(field, v.picklist(['start', 'end'])), v.maxEntries(200))),
  density: v.optional(v.picklist(['compact', 'normal', 'relaxed'])),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200))),
  /** Of a page that is no list: what its address says. The page's own schema checks it. */
  search: v.optional(
    v.pipe(v.record(field, v.union([v.pipe(v.string(), v.maxLength(100)), v.number()])), v.maxEntries(20)),
  ),
})

export type ViewState = v.InferOutput<typeof viewState>

/** The key of a resource: lower-case letters, digits and hyphens, at most 60 characters. */
export const resourceKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/))

/** What has views: a resource, or a page that is no list, as `page:report`. */
const viewKey = v.pipe(v.string(), v.regex(/^([a-z][a-z0-9-]{0,59}|page:[a-z][a-z0-9-]{0,54})$/))

/** The schema of the search of each page that has views, by its key. */
export type PageViews = Readonly<Record<string, v.GenericSchema<unknown, object>>>

const viewForm = {
  name: text({ required: true, max: 50 }),
  /** Ids of the roles whose users may use the view. */
  roleIds: v.optional(
    v.pipe(
      v.array(id, () => m.rule_type()),
      v.maxLength(100),
    ),
  ),
  state: viewState,
}

/** What is asked about the views of a resource or page. */
export const askedViews = v.object({ resource: viewKey })
export const addedView = v.strictObject({ resource: viewKey, ...viewForm })
export const editedView = v.strictObject({
  id,
  version: v.exactOptional(id),
  name: v.exactOptional(viewForm.name),
  roleIds: v.exactOptional(viewForm.roleIds.wrapped),
  state: v.exactOptional(viewForm.state),
})
export const chosenView = v.strictObject({ resource: viewKey, id: v.nullable(id) })

/** A view as the list of views returns it. */
export const savedView = v.strictObject({
  id,
  version: v.number(),
  resource: v.string(),
  name: v.string(),
  ownerId: id,
  ownerName: v.string(),
  /** Whether the caller may change the view: it is the caller's own, or the caller is a super admin. */
  editable: v.boolean(),
  roleIds: v.array(id),
  state: viewState,
  isDefault: v.boolean(),
})

export type SavedView = v.InferOutput<typeof savedView>
