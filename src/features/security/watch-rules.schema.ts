import type { legalHold, recycleRule, sensitiveRule } from '#src/db/watch.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Field, Option } from '#src/resource/description.ts'

export type RecycleRuleRow = typeof recycleRule.$inferSelect & { resourceTitle: string }
export type SensitiveRuleRow = typeof sensitiveRule.$inferSelect & { resourceTitle: string }
export type LegalHoldRow = typeof legalHold.$inferSelect & { active: number; resourceTitle: string }

const note = {
  name: 'note',
  type: 'text',
  label: m.watch_note,
  max: 500,
  multiline: true,
  list: { width: 200 },
} as const
const status = { name: 'status', type: 'switch', label: m.watch_status, default: 1, list: { inline: true } } as const
/** The key of a resource. Its title is another column, because its words depend on the language. */
const resource = {
  name: 'resource',
  type: 'text',
  label: m.watch_resource,
  required: true,
  max: 40,
  list: { hidden: true, width: 120 },
} as const
const resourceTitle = {
  name: 'resourceTitle',
  type: 'text',
  label: m.watch_resource,
  readOnly: true,
  noFilter: true,
  list: { width: 150 },
} as const
const named = {
  name: 'name',
  type: 'text',
  label: m.watch_name,
  required: true,
  max: 50,
  list: { pin: 'start', width: 170 },
} as const satisfies Field

export const recycleRuleDescription = {
  key: 'data-recycle',
  menu: 'security/dataRecycle',
  title: m.recycle_rule,
  plural: m.menu_dataRecycle,
  rowTitle: 'name',
  noImport: true,
  fields: [
    named,
    resource,
    resourceTitle,
    {
      name: 'months',
      type: 'integer',
      label: m.recycle_months,
      help: m.recycle_monthsHelp,
      required: true,
      min: 0,
      max: 1200,
      default: 0,
      zero: m.recycle_forEver,
      bulk: true,
      list: { inline: true, width: 130 },
    },
    status,
    note,
  ],
  quickSearch: ['name', 'resource', 'note'],
  sorts: ['name', 'resource', 'months', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
} as const satisfies Description<RecycleRuleRow>

export type RecycleRuleForm = Pick<RecycleRuleRow, 'name' | 'resource' | 'months' | 'status' | 'note'>

export const sensitiveRuleDescription = {
  key: 'sensitive-data',
  menu: 'security/sensitiveData',
  title: m.sensitive_rule,
  plural: m.menu_sensitiveData,
  rowTitle: 'name',
  noImport: true,
  fields: [
    named,
    resource,
    resourceTitle,
    {
      name: 'fields',
      type: 'texts',
      label: m.sensitive_fields,
      help: m.sensitive_fieldsHelp,
      required: true,
      maxItems: 100,
      max: 40,
      wide: true,
      list: { width: 330 },
    },
    status,
    note,
  ],
  quickSearch: ['name', 'resource', 'note'],
  sorts: ['name', 'resource', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
} as const satisfies Description<SensitiveRuleRow>

export type SensitiveRuleForm = Pick<SensitiveRuleRow, 'name' | 'resource' | 'fields' | 'status' | 'note'>

const extents = [
  { value: 'all', label: m.hold_all, tone: 'danger' },
  { value: 'resource', label: m.hold_resource, tone: 'accent' },
  { value: 'person', label: m.hold_person, tone: 'accent' },
] as const satisfies readonly Option[]

const activity = [
  { value: 1, label: m.hold_active, tone: 'success' },
  { value: 0, label: m.hold_inactive, tone: 'neutral' },
] as const satisfies readonly Option[]

export const legalHoldDescription = {
  key: 'legal-hold',
  menu: 'security/legalHold',
  title: m.hold_title,
  plural: m.menu_legalHold,
  rowTitle: 'reason',
  noImport: true,
  fields: [
    {
      name: 'reason',
      type: 'text',
      label: m.hold_reason,
      help: m.hold_reasonHelp,
      required: true,
      max: 200,
      wide: true,
      list: { pin: 'start', width: 240 },
    },
    {
      name: 'extent',
      type: 'select',
      label: m.hold_extent,
      options: extents,
      look: 'radio',
      required: true,
      default: 'all',
      wide: true,
      list: { width: 120 },
    },
    { ...resource, label: m.watch_resource, showWhen: { field: 'extent', in: ['resource'] } },
    resourceTitle,
    {
      name: 'accountId',
      type: 'relation',
      label: m.hold_account,
      resource: 'user',
      required: true,
      showWhen: { field: 'extent', in: ['person'] },
      list: { width: 130 },
    },
    {
      name: 'active',
      type: 'select',
      label: m.hold_state,
      options: activity,
      readOnly: true,
      noFilter: true,
      list: { width: 90 },
    },
    {
      name: 'fromDay',
      type: 'date',
      label: m.hold_from,
      help: m.hold_fromHelp,
      rangeTo: 'untilDay',
      list: { width: 110 },
    },
    { name: 'untilDay', type: 'date', label: m.hold_until, list: { width: 110 } },
    note,
  ],
  quickSearch: ['reason', 'note'],
  sorts: ['reason', 'untilDay', 'createTime', 'updateTime'],
  defaultOrder: 'id,desc',
} as const satisfies Description<LegalHoldRow>

export type LegalHoldForm = Pick<
  LegalHoldRow,
  'reason' | 'extent' | 'resource' | 'accountId' | 'fromDay' | 'untilDay' | 'note'
>
