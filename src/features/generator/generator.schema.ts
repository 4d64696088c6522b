import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'

// A stub: the lead's version replaces it.

/** An entry of the log as the list answers it. */
export type CrudRow = {
  id: number
  key: string
  tableName: string
  title: string
  titleEn: string
  kind: 'create' | 'change' | 'remove' | 'undo' | 'redo'
  state: 'start' | 'success' | 'error' | 'undone' | 'delete'
  message: string
  createBy: number | null
  createTime: string
  author: string
}

export const crudDescription = {
  key: 'crud',
  menu: 'crud/crud',
  title: m.designer_newScreen,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [{ name: 'title', type: 'text', label: m.designer_fieldName, readOnly: true }],
  quickSearch: [],
  sorts: ['createTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<CrudRow>
