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
      list: { render: 'tags', width: 320 },
    },
    { name: 'status', type: 'switch', label: m.educateLevel_status, bulk: true, list: { inline: true } },
  ],
  synonyms: {
    code: ['学段编码', '学段编号', '学段代号', 'Level code'],
    name: ['学段', '办学层次', '教育阶段', 'Level', 'Level name', 'Education level', 'Stage'],
    years: ['学制年限', '修业年限', '年限', 'Years', 'Duration'],
    gradeNames: ['年级', '各年级名称', '年级列表', 'Grades'],
    status: ['启用状态', '是否启用', 'Enabled'],
  },
  quickSearch: ['name', 'code'],
  sorts: ['code', 'name', 'years', 'createTime', 'updateTime'],
  defaultOrder: 'sortKey,asc',
  sortable: true,
} as const satisfies Description<EducateLevelRow>

/** The fields that the form of an education level edits. */
export type EducateLevelForm = Pick<EducateLevelRow, (typeof educateLevelDescription.fields)[number]['name']>
