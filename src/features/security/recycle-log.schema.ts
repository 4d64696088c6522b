import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

const restoredOptions = [
  { value: 0, label: m.recycle_notRestored, tone: 'neutral' },
  { value: 1, label: m.recycle_isRestored, tone: 'success' },
] as const satisfies readonly Option[]

/** A deletion as the list answers it. */
export type RecycleLogRow = {
  id: number
  createTime: string
  title: string
  resource: string
  resourceTitle: string
  ruleName: string
  actorName: string
  actorId: number | null
  together: number
  restored: number
  restoreTime: string | null
  restoreName: string
  address: string
  rowId: number
  changeSetId: number
}

export const recycleLogDescription = {
  key: 'data-recycle-log',
  menu: 'security/dataRecycleLog',
  title: m.recycle_logTitle,
  plural: m.menu_dataRecycleLog,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    { name: 'title', type: 'text', label: m.recycle_row, readOnly: true, list: { pin: 'start', width: 170 } },
    {
      name: 'resourceTitle',
      type: 'text',
      label: m.watch_resource,
      readOnly: true,
      noFilter: true,
      list: { width: 100 },
    },
    { name: 'resource', type: 'text', label: m.watch_resource, readOnly: true, list: { hidden: true, width: 120 } },
    { name: 'actorName', type: 'text', label: m.recycle_actor, readOnly: true, list: { width: 90 } },
    {
      name: 'actorId',
      type: 'relation',
      label: m.watch_person,
      resource: 'user',
      readOnly: true,
      list: { hidden: true, width: 120 },
    },
    {
      name: 'together',
      type: 'integer',
      label: m.recycle_together,
      readOnly: true,
      noFilter: true,
      list: { width: 80, noLine: true },
    },
    {
      name: 'restored',
      type: 'select',
      label: m.recycle_state,
      options: restoredOptions,
      readOnly: true,
      list: { render: 'tag', width: 84 },
    },
    {
      name: 'restoreTime',
      type: 'datetime',
      label: m.recycle_restoreTime,
      readOnly: true,
      list: { width: 120, with: 'restoreName', noLine: true },
    },
    {
      name: 'restoreName',
      type: 'text',
      label: m.recycle_restoreName,
      readOnly: true,
      list: { hidden: true, width: 120 },
    },
    { name: 'address', type: 'text', label: m.watch_address, readOnly: true, list: { width: 110, noLine: true } },
    { name: 'ruleName', type: 'text', label: m.watch_rule, readOnly: true, list: { hidden: true, width: 140 } },
    { name: 'rowId', type: 'integer', label: m.watch_rowId, readOnly: true, list: { hidden: true, width: 90 } },
    {
      name: 'changeSetId',
      type: 'integer',
      label: m.watch_changeSet,
      readOnly: true,
      list: { hidden: true, width: 90 },
    },
  ],
  quickSearch: ['title', 'actorName'],
  sorts: ['createTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<RecycleLogRow>
