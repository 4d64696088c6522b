import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { SubjectRow } from './subject.table.server.ts'

export const subjectTypes = [
  { value: 'required', label: m.subject_type_required },
  { value: 'first', label: m.subject_type_first },
  { value: 'second', label: m.subject_type_second },
  { value: 'school', label: m.subject_type_school },
] as const satisfies readonly Option[]

export const subjectDescription = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: m.subject_title,
  plural: m.menu_subject,
  rowTitle: 'name',
  fields: [
    { name: 'code', type: 'text', label: m.subject_code, required: true, max: 32, rule: 'code', list: { width: 96 } },
    {
      name: 'name',
      type: 'text',
      label: m.subject_name,
      required: true,
      max: 50,
      list: { pin: 'start', inline: true, width: 150 },
    },
    {
      name: 'levelIds',
      type: 'relation',
      label: m.subject_levels,
      resource: 'educate-level',
      multiple: true,
      bulk: true,
      list: { render: 'tags', width: 176 },
    },
    {
      name: 'type',
      type: 'select',
      label: m.subject_type,
      required: true,
      options: subjectTypes,
      bulk: true,
      default: 'required',
      help: m.subject_typeHelp,
      list: { render: 'text', inline: true, width: 128 },
    },
    {
      name: 'fullMark',
      type: 'number',
      label: m.subject_fullMark,
      required: true,
      decimals: 1,
      min: 1,
      max: 1000,
      default: 100,
      help: m.subject_fullMarkHelp,
      bulk: true,
      list: { inline: true },
    },
    // The list shows it beside the name, so it needs no column.
    { name: 'color', type: 'color', label: m.subject_color, help: m.subject_colorHelp, list: { hidden: true } },
    { name: 'status', type: 'switch', label: m.subject_status, bulk: true, list: { inline: true } },
  ],
  quickSearch: ['name', 'code'],
  sorts: ['code', 'name', 'type', 'fullMark', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'sortKey,asc',
  sortable: true,
} as const satisfies Description<SubjectRow>

/** The fields that the subject form edits. */
export type SubjectForm = Pick<SubjectRow, (typeof subjectDescription.fields)[number]['name']>
