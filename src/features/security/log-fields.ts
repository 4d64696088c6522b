import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'

// What the logs of deletions and of sensitive data have in common.

/** A line of either log as the list answers it. */
export type WatchedRow = {
  id: number
  createTime: string
  title: string
  resource: string
  resourceTitle: string
  ruleName: string
  actorName: string
  actorId: number | null
  address: string
  rowId: number
  changeSetId: number
}

/** The title of the line's resource, and its key, which filters compare. */
export const resourceFields = [
  {
    name: 'resourceTitle',
    type: 'text',
    label: m.watch_resource,
    readOnly: true,
    noFilter: true,
    list: { width: 124 },
  },
  { name: 'resource', type: 'text', label: m.watch_resource, readOnly: true, list: { never: true, noExport: true } },
] as const satisfies readonly Field[]

/** The person, besides the name that the line shows. */
export const personField = {
  name: 'actorId',
  type: 'relation',
  label: m.watch_person,
  resource: 'user',
  readOnly: true,
  list: { hidden: true, width: 120 },
} as const satisfies Field

/** Where a line comes from. */
export const originFields = [
  { name: 'ruleName', type: 'text', label: m.watch_rule, readOnly: true, list: { hidden: true, width: 140 } },
  { name: 'rowId', type: 'integer', label: m.watch_rowId, readOnly: true, list: { hidden: true, width: 90 } },
  { name: 'changeSetId', type: 'integer', label: m.watch_changeSet, readOnly: true, list: { hidden: true, width: 90 } },
] as const satisfies readonly Field[]

/** From where somebody acted. */
export const addressField = {
  name: 'address',
  type: 'text',
  label: m.watch_address,
  readOnly: true,
  list: { width: 104, noLine: true },
} as const satisfies Field
