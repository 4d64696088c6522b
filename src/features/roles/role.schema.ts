import type { role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FactorDuty } from '#src/lib/factor-duty.ts'
import { dayLabels } from '#src/lib/hours-text.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { CellField, Description, Option } from '#src/resource/description.ts'
import { scopeLabels } from '#src/resource/scope-labels.ts'

type Scope = Option & { readonly value: RoleScope }

/** The kinds of data scope, from the widest to the narrowest. */
export const scopeOptions = [
  { value: 'all', label: scopeLabels.all },
  { value: 'orgBelow', label: scopeLabels.orgBelow },
  { value: 'org', label: scopeLabels.org },
  { value: 'chosen', label: scopeLabels.chosen },
  { value: 'teaching', label: scopeLabels.teaching },
  { value: 'own', label: scopeLabels.own },
] as const satisfies readonly Scope[]

const days = Object.entries(dayLabels).map(([value, label]) => ({ value, label }))

/** Hours in which a role lets its holders in. */
const hoursCells = [
  { name: 'days', type: 'select', label: m.role_days, options: days, required: true, default: 'workdays' },
  { name: 'from', type: 'time', label: m.role_from, required: true, default: '08:00:00' },
  { name: 'until', type: 'time', label: m.role_until, required: true, default: '18:00:00' },
] as const satisfies readonly CellField[]

const factorOptions = [
  { value: 'free', label: m.role_factorFree },
  { value: 'required', label: m.role_factorRequired },
] as const satisfies readonly (Option & { readonly value: FactorDuty })[]

export const roleDescription = {
  key: 'role',
  menu: 'user-role/role',
  title: m.role_title,
  plural: m.menu_role,
  rowTitle: 'name',
  fields: [
    { name: 'pid', type: 'relation', label: m.role_parent, resource: 'role' },
    { name: 'name', type: 'text', label: m.role_name, required: true, max: 100 },
    {
      name: 'scope',
      type: 'select',
      label: m.role_scope,
      required: true,
      options: scopeOptions,
      default: 'orgBelow',
      list: { render: 'text', width: 240 },
    },
    { name: 'accountCount', type: 'integer', label: m.role_accountCount, readOnly: true, list: { width: 96 } },
    { name: 'ruleCount', type: 'integer', label: m.role_ruleCount, readOnly: true, list: { width: 96 } },
    {
      name: 'secondFactor',
      type: 'select',
      label: m.role_secondFactor,
      help: m.role_secondFactorHelp,
      required: true,
      omittable: true,
      options: factorOptions,
      default: 'free',
      list: { hidden: true, render: 'text', width: 160 },
    },
    {
      name: 'graceDays',
      type: 'integer',
      label: m.role_graceDays,
      help: m.role_graceDaysHelp,
      min: 0,
      max: 365,
      required: true,
      default: 7,
      showWhen: { field: 'secondFactor', in: ['required'] },
      list: { hidden: true, width: 96 },
    },
    { name: 'status', type: 'switch', label: m.role_status, bulk: true, list: { inline: true } },
    {
      name: 'organizationIds',
      type: 'relation',
      label: m.role_organizationIds,
      resource: 'organization',
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'branches',
      required: true,
      showWhen: { field: 'scope', in: ['chosen'] },
      wide: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'ruleIds',
      type: 'relation',
      label: m.role_ruleIds,
      resource: 'rule',
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'withParents',
      wide: true,
      noFilter: true,
      list: { never: true, unread: true },
    },
    {
      name: 'signInAddresses',
      type: 'text',
      label: m.role_signInAddresses,
      help: m.role_signInAddressesHelp,
      max: 5000,
      multiline: true,
      wide: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'signInHours',
      type: 'rows',
      label: m.role_signInHours,
      help: m.role_signInHoursHelp,
      fields: hoursCells,
      maxItems: 14,
      noImport: true,
      noFilter: true,
      list: { hidden: true, width: 240 },
    },
    { name: 'note', type: 'text', label: m.role_note, max: 500, multiline: true, list: { hidden: true } },
  ],
  quickSearch: ['name', 'note'],
  sorts: ['name', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
  tree: true,
  sortable: true,
  form: { size: 'lg' },
} as const satisfies Description<RoleRow>

/** A role with what it grants, and how many accounts have it. A list has no `ruleIds`. */
export type RoleRow = typeof role.$inferSelect & {
  ruleIds: number[]
  organizationIds: number[]
  accountCount: number
  ruleCount: number
}

type Written = Exclude<(typeof roleDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a role edits. */
export type RoleForm = Pick<RoleRow, Written>

/** A row as the list answers it. */
export type RoleListRow = Omit<RoleRow, 'path' | 'ruleIds' | 'factorSince'> & {
  ruleIds?: number[]
  childCount?: number
}
