import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { ExamRow } from './exam.row.ts'

/** The states of an exam, in their order. */
export const examStates = [
  { value: 'draft', label: m.exam_state_draft, tone: 'neutral' },
  { value: 'collecting', label: m.exam_state_collecting, tone: 'accent' },
  { value: 'locked', label: m.exam_state_locked, tone: 'warning' },
  { value: 'published', label: m.exam_state_published, tone: 'success' },
  { value: 'archived', label: m.exam_state_archived, tone: 'neutral' },
] as const satisfies readonly Option[]

export type ExamState = (typeof examStates)[number]['value']

/** The smallest steps of marks, in hundredths. A number is the same in all languages. */
export const markSteps = ([100, 50, 25, 10, 1] as const).map((value) => ({ value, label: () => String(value / 100) }))

/** What a draft alone can change: the roster and the marks depend on it. */
export const draftFields = ['schemeId', 'yearIds', 'orgIds', 'censusDate', 'step'] as const

export const examDescription = {
  key: 'exam',
  menu: 'exam/exam',
  title: m.exam_title,
  plural: m.menu_examExam,
  rowTitle: 'name',
  noImport: true,
  fields: [
    {
      name: 'name',
      type: 'text',
      label: m.exam_name,
      required: true,
      max: 100,
      wide: true,
      section: 'basics',
      list: { pin: 'start', width: 260 },
    },
    {
      name: 'state',
      type: 'select',
      label: m.exam_state,
      required: true,
      readOnly: true,
      options: examStates,
      list: { render: 'tag', width: 104 },
    },
    {
      name: 'schemeId',
      type: 'relation',
      label: m.exam_scheme,
      required: true,
      resource: 'exam-scheme',
      help: m.exam_schemeHelp,
      section: 'basics',
      list: { width: 200 },
    },
    {
      name: 'revision',
      type: 'integer',
      label: m.exam_revision,
      readOnly: true,
      noFilter: true,
      list: { hidden: true },
    },
    {
      name: 'levelId',
      type: 'relation',
      label: m.exam_level,
      resource: 'educate-level',
      readOnly: true,
      list: { width: 88 },
    },
    {
      name: 'step',
      type: 'select',
      label: m.exam_step,
      required: true,
      options: markSteps,
      look: 'radio',
      default: 50,
      section: 'schedule',
      list: { hidden: true },
    },
    {
      name: 'note',
      type: 'text',
      label: m.exam_note,
      max: 500,
      multiline: true,
      section: 'basics',
      list: { hidden: true },
    },
    {
      name: 'yearIds',
      type: 'relation',
      multiple: true,
      label: m.exam_years,
      required: true,
      resource: 'student-year',
      help: m.exam_yearsHelp,
      section: 'people',
      list: { width: 180 },
    },
    {
      name: 'orgIds',
      type: 'relation',
      multiple: true,
      tree: true,
      label: m.exam_orgs,
      required: true,
      resource: 'organization',
      help: m.exam_orgsHelp,
      section: 'people',
      list: { width: 200 },
    },
    {
      name: 'censusDate',
      type: 'date',
      label: m.exam_census,
      required: true,
      default: { dynamic: 'today' },
      help: m.exam_censusHelp,
      section: 'people',
      list: { hidden: true, width: 112 },
    },
    {
      name: 'since',
      type: 'date',
      label: m.exam_since,
      required: true,
      default: { dynamic: 'today' },
      rangeTo: 'until',
      section: 'schedule',
      list: { width: 112 },
    },
    {
      name: 'until',
      type: 'date',
      label: m.exam_until,
      required: true,
      default: { dynamic: 'today' },
      section: 'schedule',
      list: { hidden: true, width: 112 },
    },
    {
      name: 'deadline',
      type: 'datetime',
      label: m.exam_deadline,
      help: m.exam_deadlineHelp,
      section: 'schedule',
      list: { width: 150 },
    },
    {
      name: 'published',
      type: 'integer',
      label: m.exam_published,
      readOnly: true,
      noFilter: true,
      list: { hidden: true },
    },
  ],
  quickSearch: ['name', 'note'],
  sorts: ['name', 'schemeId', 'levelId', 'censusDate', 'since', 'deadline', 'state', 'createTime', 'updateTime'],
  defaultOrder: 'since,desc',
  form: {
    as: 'page',
    steps: true,
    sections: [
      { key: 'basics', title: m.exam_section_basics },
      { key: 'people', title: m.exam_section_people },
      { key: 'schedule', title: m.exam_section_schedule },
    ],
  },
  deleteNote: m.exam_deleteNote,
} as const satisfies Description<ExamRow>

type Written = Exclude<(typeof examDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of an exam edits. */
export type ExamForm = Pick<ExamRow, Written>
