import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import { addressField, originFields, personField, resourceFields, type WatchedRow } from './log-fields.ts'

const stateOptions = [
  { value: 0, label: m.sensitive_notRolledBack, tone: 'neutral' },
  { value: 1, label: m.sensitive_isRolledBack, tone: 'success' },
] as const satisfies readonly Option[]

/** A changed field as the list answers it: `beforeText` and `afterText` as users read them. */
export type SensitiveLogRow = WatchedRow & {
  field: string
  fieldTitle: string
  fieldKind: string
  beforeText: string
  afterText: string
  rolledBack: number
  rollBackTime: string | null
  rollBackName: string
}

export const sensitiveLogDescription = {
  key: 'sensitive-data-log',
  menu: 'security/sensitiveDataLog',
  title: m.sensitive_logTitle,
  plural: m.menu_sensitiveDataLog,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    { name: 'title', type: 'text', label: m.sensitive_record, readOnly: true, list: { pin: 'start', width: 120 } },
    ...resourceFields,
    {
      name: 'fieldTitle',
      type: 'text',
      label: m.sensitive_field,
      readOnly: true,
      noFilter: true,
      list: { width: 96 },
    },
    { name: 'field', type: 'text', label: m.sensitive_field, readOnly: true, list: { never: true, noExport: true } },
    {
      name: 'fieldKind',
      type: 'text',
      label: m.sensitive_field,
      readOnly: true,
      noFilter: true,
      list: { never: true },
    },
    { name: 'beforeText', type: 'text', label: m.history_before, readOnly: true, noFilter: true, list: { width: 126 } },
    { name: 'afterText', type: 'text', label: m.history_after, readOnly: true, noFilter: true, list: { width: 126 } },
    { name: 'actorName', type: 'text', label: m.sensitive_actor, readOnly: true, list: { width: 84 } },
    personField,
    { name: 'createTime', type: 'datetime', label: m.sensitive_time, readOnly: true },
    {
      name: 'rolledBack',
      type: 'select',
      label: m.sensitive_state,
      options: stateOptions,
      readOnly: true,
      list: { render: 'tag', width: 112, noLine: true },
    },
    {
      name: 'rollBackTime',
      type: 'datetime',
      label: m.sensitive_rollBackTime,
      readOnly: true,
      list: { hidden: true, width: 140 },
    },
    {
      name: 'rollBackName',
      type: 'text',
      label: m.sensitive_rollBackName,
      readOnly: true,
      list: { hidden: true, width: 120 },
    },
    addressField,
    ...originFields,
  ],
  quickSearch: ['title', 'actorName'],
  sorts: ['createTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<SensitiveLogRow>
