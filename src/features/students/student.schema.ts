import { m } from '#src/i18n/paraglide/messages.js'
import { genders } from '#src/lib/genders.ts'
import type { CellField, Description, Option } from '#src/resource/description.ts'
import type { StudentRow } from './student.row.ts'

/** How a pupil came to a place. */
export const enrolmentKinds = [
  { value: 'admitted', label: m.student_kind_admitted },
  { value: 'promoted', label: m.student_kind_promoted },
  { value: 'moved', label: m.student_kind_moved },
  { value: 'transferred', label: m.student_kind_transferred },
  { value: 'returned', label: m.student_kind_returned },
] as const satisfies readonly Option[]

export const studentStates = [
  { value: 'active', label: m.student_state_active, tone: 'success' },
  { value: 'suspended', label: m.student_state_suspended, tone: 'warning' },
  { value: 'left', label: m.student_state_left },
  { value: 'graduated', label: m.student_state_graduated },
] as const satisfies readonly Option[]

/** The states of pupils who are no longer there: they have a last day. */
export const goneStates = ['left', 'graduated'] as const

const placeCells = [
  { name: 'orgId', type: 'relation', label: m.student_org, required: true, resource: 'organization' },
  { name: 'since', type: 'date', label: m.student_since, required: true },
  { name: 'until', type: 'date', label: m.student_until, required: true },
  {
    name: 'kind',
    type: 'select',
    label: m.student_kind,
    required: true,
    options: enrolmentKinds,
    default: 'admitted',
  },
] as const satisfies readonly CellField[]

export const studentDescription = {
  key: 'student',
  menu: 'baseInfo/student',
  title: m.student_title,
  plural: m.menu_student,
  rowTitle: 'name',
  lines: true,
  fields: [
    {
      name: 'number',
      type: 'text',
      label: m.student_number,
      required: true,
      max: 32,
      rule: 'studentNumber',
      help: m.student_numberHelp,
      section: 'person',
      list: { width: 150 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.student_name,
      required: true,
      max: 50,
      rule: 'name',
      section: 'person',
      list: { pin: 'start', inline: true, width: 120 },
    },
    {
      name: 'gender',
      type: 'select',
      label: m.student_gender,
      options: genders,
      look: 'radio',
      default: 0,
      section: 'person',
      list: { width: 72 },
    },
    {
      name: 'yearId',
      type: 'relation',
      label: m.student_year,
      required: true,
      resource: 'student-year',
      bulk: true,
      section: 'person',
      list: { width: 130 },
    },
    {
      name: 'schoolId',
      type: 'relation',
      label: m.student_school,
      resource: 'organization',
      readOnly: true,
      // The class is filtered by a whole school as well, with an index.
      noFilter: true,
      section: 'place',
      list: { width: 160 },
    },
    {
      name: 'orgId',
      type: 'relation',
      label: m.student_org,
      required: true,
      resource: 'organization',
      tree: true,
      help: m.student_orgHelp,
      bulk: true,
      section: 'place',
      list: { width: 140 },
    },
    {
      name: 'since',
      type: 'date',
      label: m.student_since,
      required: true,
      default: { dynamic: 'today' },
      bulk: true,
      section: 'place',
      list: { width: 112 },
    },
    {
      name: 'status',
      type: 'select',
      label: m.student_status,
      required: true,
      options: studentStates,
      look: 'radio',
      default: 'active',
      section: 'place',
      list: { render: 'tag', width: 96 },
    },
    {
      name: 'until',
      type: 'date',
      label: m.student_until,
      required: true,
      showWhen: { field: 'status', in: goneStates },
      section: 'place',
      list: { hidden: true, width: 112 },
    },
    {
      name: 'kind',
      type: 'select',
      label: m.student_kind,
      options: enrolmentKinds,
      required: true,
      readOnly: true,
      section: 'place',
      list: { render: 'text', width: 100 },
    },
    {
      name: 'earlier',
      type: 'rows',
      label: m.student_earlier,
      fields: placeCells,
      maxItems: 40,
      help: m.student_earlierHelp,
      wide: true,
      section: 'earlier',
      list: { never: true, unread: true },
    },
  ],
  quickSearch: ['name', 'number'],
  sorts: [
    'number',
    'name',
    'gender',
    'yearId',
    'orgId',
    'since',
    'status',
    'until',
    'kind',
    'createTime',
    'updateTime',
  ],
  defaultOrder: 'number,asc',
  form: {
    as: 'drawer',
    size: 'lg',
    sections: [
      { key: 'person', title: m.student_sectionPerson },
      { key: 'place', title: m.student_sectionPlace },
      { key: 'earlier', title: m.student_sectionEarlier },
    ],
  },
  deleteNote: m.student_deleteNote,
} as const satisfies Description<StudentRow>

type Written = Exclude<(typeof studentDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a pupil edits. */
export type StudentForm = Pick<StudentRow, Written>
