import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { CorrectionRow } from './correction.row.ts'

export const correctionStates = [
  { value: 'waiting', label: m.correction_waiting, tone: 'accent' },
  { value: 'accepted', label: m.correction_accepted, tone: 'success' },
  { value: 'refused', label: m.correction_refused, tone: 'danger' },
  { value: 'withdrawn', label: m.correction_withdrawn, tone: 'neutral' },
] as const satisfies readonly Option[]

/** The most characters of a reason, and of an answer. */
export const CORRECTION_TEXT = 500

const read = { readOnly: true, noFilter: true } as const

export const correctionDescription = {
  key: 'correction',
  menu: 'exam/correction',
  title: m.correction_title,
  plural: m.menu_correction,
  rowTitle: 'number',
  noImport: true,
  fields: [
    { name: 'number', type: 'text', label: m.candidate_number, ...read, list: { pin: 'start', width: 140 } },
    {
      name: 'name',
      type: 'text',
      label: m.candidate_name,
      ...read,
      node: 'exam/candidate/pupil',
      partly: 'text',
      list: { width: 100 },
    },
    {
      name: 'examId',
      type: 'relation',
      label: m.candidate_exam,
      required: true,
      resource: 'exam',
      list: { width: 170 },
    },
    {
      name: 'candidateId',
      type: 'relation',
      label: m.candidate_title,
      required: true,
      resource: 'candidate',
      noFilter: true,
      list: { never: true, unread: true },
    },
    {
      name: 'subjectId',
      type: 'relation',
      label: m.correction_subject,
      required: true,
      resource: 'subject',
      list: { width: 110 },
    },
    { name: 'was', type: 'text', label: m.correction_was, ...read, list: { width: 80 } },
    {
      name: 'wanted',
      type: 'text',
      label: m.correction_wanted,
      required: true,
      max: 20,
      noFilter: true,
      help: m.correction_wantedHelp,
      list: { width: 80 },
    },
    {
      name: 'state',
      type: 'select',
      label: m.correction_state,
      readOnly: true,
      options: correctionStates,
      list: { render: 'tag', width: 104 },
    },
    {
      name: 'reason',
      type: 'text',
      label: m.correction_reason,
      required: true,
      max: CORRECTION_TEXT,
      multiline: true,
      wide: true,
      noFilter: true,
      list: { width: 220 },
    },
    {
      name: 'schoolId',
      type: 'relation',
      label: m.candidate_school,
      resource: 'organization',
      ...read,
      list: { width: 160 },
    },
    {
      name: 'orgId',
      type: 'relation',
      label: m.candidate_org,
      resource: 'organization',
      tree: true,
      ...read,
      list: { width: 120 },
    },
    { name: 'asker', type: 'text', label: m.correction_asker, ...read, list: { width: 110 } },
    { name: 'decider', type: 'text', label: m.correction_decider, ...read, list: { width: 110 } },
    { name: 'decideTime', type: 'datetime', label: m.correction_decideTime, ...read, list: { hidden: true } },
    { name: 'answer', type: 'text', label: m.correction_answer, ...read, list: { width: 180 } },
  ],
  quickSearch: ['number'],
  sorts: ['examId', 'subjectId', 'state', 'createTime', 'updateTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<CorrectionRow>

type Written = Exclude<(typeof correctionDescription.fields)[number], { readOnly: true }>['name']

/** What somebody asks for. */
export type CorrectionForm = Pick<CorrectionRow, Written>
