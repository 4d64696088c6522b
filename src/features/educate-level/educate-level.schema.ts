import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { EducateLevelRow } from './educate-level.table.server.ts'

export const educateLevelDescription = {
  key: 'educate-level',
  menu: 'baseInfo/educate-level',
  title: m.educateLevel_title,
  plural: m.menu_educateLevel,
  rowTitle: 'name',
  fields: [
    { name: 'code', type: 'text', label: m.educateLevel_code, required: true, max: 32, rule: 'code' },
    {
      name: 'name',
      type: 'text',
      label: m.educateLevel_name,
      required: true,
      max: 50,
      list: { pin: 'start', inline: true, width: 160 },
    },
    {
      name: 'years',
      type: 'integer',
      label: m.educateLevel_years,
      required: true,
      min: 1,
      max: 12,
      default: 3,
      help: m.educateLevel_yearsHelp,
      list: { width: 128 },
    },
    {
      name: 'gradeNames',
      type: 'texts',
      label: m.educateLevel_gradeNames,
      required: true,
      maxItems: 12,
      max: 30,
      help: m.educateLevel_gradeNamesHelp,
      wide: true,
      list: { render: 'tags', width: 316 },
    },
    { name: 'status', type: 'switch', label: m.educateLevel_status, bulk: true, list: { inline: true } },
  ],
  quickSearch: ['name', 'code'],
  sorts: ['code', 'name', 'years', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'sortKey,asc',
  sortable: true,
} as const satisfies Description<EducateLevelRow>

/** The fields that the form of an education level edits. */
export type EducateLevelForm = Pick<EducateLevelRow, (typeof educateLevelDescription.fields)[number]['name']>
