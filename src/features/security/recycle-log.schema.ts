import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import { addressField, originFields, personField, resourceFields, type WatchedRow } from './log-fields.ts'

const restoredOptions = [
  { value: 0, label: m.recycle_notRestored, tone: 'neutral' },
  { value: 1, label: m.recycle_isRestored, tone: 'success' },
] as const satisfies readonly Option[]

/** A deletion as the list answers it. */
export type RecycleLogRow = WatchedRow & {
  together: number
  restored: number
  restoreTime: string | null
  restoreName: string
}

export const recycleLogDescription = {
  key: 'data-recycle-log',
  menu: 'security/dataRecycleLog',
  title: m.recycle_logTitle,
  plural: m.menu_dataRecycleLog,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    { name: 'title', type: 'text', label: m.recycle_row, readOnly: true, list: { pin: 'start', width: 154 } },
    ...resourceFields,
    { name: 'actorName', type: 'text', label: m.recycle_actor, readOnly: true, list: { width: 90 } },
    personField,
    { name: 'createTime', type: 'datetime', label: m.recycle_time, readOnly: true },
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
      list: { render: 'tag', width: 100 },
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
    addressField,
    ...originFields,
  ],
  quickSearch: ['title', 'actorName'],
  sorts: ['createTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<RecycleLogRow>
