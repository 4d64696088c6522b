import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { CandidateRow } from './exam.row.ts'

export const candidateStates = [
  { value: 'in', label: m.candidate_in, tone: 'success' },
  { value: 'out', label: m.candidate_out, tone: 'warning' },
] as const satisfies readonly Option[]

export const candidateDescription = {
  key: 'candidate',
  menu: 'exam/candidate',
  title: m.candidate_title,
  plural: m.menu_candidate,
  rowTitle: 'number',
  noImport: true,
  fields: [
    {
      name: 'number',
      type: 'text',
      label: m.candidate_number,
      required: true,
      max: 32,
      rule: 'studentNumber',
      list: { pin: 'start', width: 150 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.candidate_name,
      readOnly: true,
      node: 'exam/candidate/pupil',
      partly: 'text',
      list: { width: 110 },
    },
    {
      name: 'examId',
      type: 'relation',
      label: m.candidate_exam,
      resource: 'exam',
      readOnly: true,
      list: { width: 220 },
    },
    {
      name: 'schoolId',
      type: 'relation',
      label: m.candidate_school,
      resource: 'organization',
      readOnly: true,
      list: { width: 180 },
    },
    {
      name: 'orgId',
      type: 'relation',
      label: m.candidate_org,
      resource: 'organization',
      tree: true,
      readOnly: true,
      list: { width: 140 },
    },
    { name: 'combo', type: 'text', label: m.candidate_combo, max: 50, bulk: true, list: { width: 120 } },
    {
      name: 'status',
      type: 'select',
      label: m.candidate_status,
      required: true,
      options: candidateStates,
      look: 'radio',
      default: 'in',
      list: { render: 'tag', width: 104 },
    },
    {
      name: 'reason',
      type: 'text',
      label: m.candidate_reason,
      required: true,
      max: 200,
      showWhen: { field: 'status', in: ['out'] },
      list: { hidden: true, width: 180 },
    },
  ],
  quickSearch: ['number'],
  sorts: ['number', 'examId', 'orgId', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'number,asc',
} as const satisfies Description<CandidateRow>

type Written = Exclude<(typeof candidateDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a candidate edits. */
export type CandidateForm = Pick<CandidateRow, Written>
