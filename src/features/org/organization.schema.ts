import type { OrganizationRow } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

export const organizationTypes = [
  { value: 'province', label: m.organization_type_province },
  { value: 'bureau', label: m.organization_type_bureau },
  { value: 'district', label: m.organization_type_district },
  { value: 'school', label: m.organization_type_school },
  { value: 'campus', label: m.organization_type_campus },
  { value: 'class', label: m.organization_type_class },
] as const satisfies readonly Option[]

export const organizationDescription = {
  key: 'organization',
  menu: 'baseInfo/organization',
  title: m.organization_title,
  plural: m.menu_organization,
  rowTitle: 'name',
  fields: [
    { name: 'pid', type: 'relation', label: m.organization_parent, resource: 'organization' },
    { name: 'code', type: 'text', label: m.organization_code, required: true, max: 32, rule: 'code' },
    { name: 'name', type: 'text', label: m.organization_name, required: true, max: 100 },
    // The list shows it beside the name, so it needs no column.
    { name: 'shortName', type: 'text', label: m.organization_shortName, max: 50, list: { hidden: true } },
    {
      name: 'type',
      type: 'select',
      label: m.organization_type,
      required: true,
      options: organizationTypes,
      bulk: true,
      list: { inline: true, render: 'text' },
    },
    {
      name: 'levelIds',
      type: 'relation',
      label: m.organization_levels,
      resource: 'educate-level',
      multiple: true,
      bulk: true,
      list: { hidden: true },
    },
    { name: 'areaCode', type: 'area', label: m.organization_area, bulk: true },
    {
      name: 'contact',
      type: 'text',
      label: m.organization_contact,
      max: 50,
      bulk: true,
      list: { inline: true, with: 'phone', width: 140 },
    },
    {
      name: 'phone',
      type: 'text',
      label: m.organization_phone,
      max: 30,
      rule: 'phone',
      bulk: true,
      list: { inline: true, hidden: true, width: 128 },
    },
    {
      name: 'address',
      type: 'text',
      label: m.organization_address,
      max: 200,
      multiline: true,
      list: { hidden: true, width: 240 },
    },
    { name: 'status', type: 'switch', label: m.organization_status, bulk: true, list: { inline: true } },
  ],
  quickSearch: ['name', 'shortName', 'code'],
  sorts: ['code', 'name', 'type', 'areaCode', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
  tree: true,
  sortable: true,
} as const satisfies Description<OrganizationRow>

/** The fields that the organization form edits. */
export type OrganizationForm = Pick<OrganizationRow, (typeof organizationDescription.fields)[number]['name']>

/** A row as the list endpoint returns it. */
export type OrganizationListRow = Omit<OrganizationRow, 'path' | 'searchGrams'> & { childCount?: number }
