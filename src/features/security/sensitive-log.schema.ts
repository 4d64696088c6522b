import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

const stateOptions = [
  { value: 0, label: m.sensitive_notRolledBack, tone: 'neutral' },
  { value: 1, label: m.sensitive_isRolledBack, tone: 'success' },
] as const satisfies readonly Option[]

/** A changed field as the list answers it: `beforeText` and `afterText` as users read them. */
export type SensitiveLogRow = {
  id: number
  createTime: string
  title: string
  resource: string
  resourceTitle: string
  field: string
  fieldTitle: string
  fieldKind: string
  beforeText: string
  afterText: string
  ruleName: string
  actorName: string
  actorId: number | null
  rolledBack: number
  rollBackTime: string | null
  rollBackName: string
  address: string
  rowId: number
  changeSetId: number
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
    {
      name: 'resourceTitle',
      type: 'text',
      label: m.watch_resource,
      readOnly: true,
      noFilter: true,
      list: { width: 90 },
    },
    { name: 'resource', type: 'text', label: m.watch_resource, readOnly: true, list: { hidden: true, width: 120 } },
    {
      name: 'fieldTitle',
      type: 'text',
      label: m.sensitive_field,
      readOnly: true,
      noFilter: true,
      list: { width: 96 },
    },
    { name: 'field', type: 'text', label: m.sensitive_field, readOnly: true, list: { hidden: true, width: 110 } },
    {
      name: 'fieldKind',
      type: 'text',
      label: m.sensitive_field,
      readOnly: true,
      noFilter: true,
      list: { never: true },
    },
    { name: 'beforeText', type: 'text', label: m.history_before, readOnly: true, noFilter: true, list: { width: 140 } },
    { name: 'afterText', type: 'text', label: m.history_after, readOnly: true, noFilter: true, list: { width: 140 } },
    { name: 'actorName', type: 'text', label: m.sensitive_actor, readOnly: true, list: { width: 84 } },
    {
      name: 'actorId',
      type: 'relation',
      label: m.watch_person,
      resource: 'user',
      readOnly: true,
      list: { hidden: true, width: 120 },
    },
    {
      name: 'rolledBack',
      type: 'select',
      label: m.sensitive_state,
      options: stateOptions,
      readOnly: true,
      list: { render: 'tag', width: 84, noLine: true },
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
    { name: 'address', type: 'text', label: m.watch_address, readOnly: true, list: { width: 100, noLine: true } },
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
} as const satisfies Description<SensitiveLogRow>
