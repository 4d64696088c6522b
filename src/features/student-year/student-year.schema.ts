import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { StudentYearRow } from './student-year.derived.server.ts'

const phases = [
  { value: 'upcoming', label: m.studentYear_phase_upcoming },
  { value: 'current', label: m.studentYear_phase_current },
  { value: 'graduated', label: m.studentYear_phase_graduated },
] as const satisfies readonly Option[]

export const studentYearDescription = {
  key: 'student-year',
  menu: 'baseInfo/student-year',
  title: m.studentYear_title,
  plural: m.menu_studentYear,
  rowTitle: 'name',
  fields: [
    {
      name: 'levelId',
      type: 'relation',
      label: m.studentYear_level,
      required: true,
      resource: 'educate-level',
      list: { width: 100 },
    },
    {
      name: 'entryYear',
      type: 'year',
      label: m.studentYear_entry,
      required: true,
      default: { dynamic: 'thisYear' },
      list: { width: 112 },
    },
    {
      name: 'graduationYear',
      type: 'year',
      label: m.studentYear_graduation,
      help: m.studentYear_graduationHelp,
      list: { width: 112 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.studentYear_name,
      max: 50,
      help: m.studentYear_nameHelp,
      list: { pin: 'start', inline: true, width: 130 },
    },
    { name: 'grade', type: 'text', label: m.studentYear_grade, readOnly: true, list: { width: 88 } },
    {
      name: 'phase',
      type: 'select',
      label: m.studentYear_phase,
      readOnly: true,
      options: phases,
      required: true,
      list: { render: 'text', width: 92 },
    },
    { name: 'status', type: 'switch', label: m.studentYear_status, bulk: true, list: { inline: true } },
  ],
  quickSearch: ['name'],
  sorts: ['levelId', 'entryYear', 'graduationYear', 'name', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'entryYear,desc',
} as const satisfies Description<StudentYearRow>

type Written = Exclude<(typeof studentYearDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a student year edits. */
export type StudentYearForm = Pick<StudentYearRow, Written>
