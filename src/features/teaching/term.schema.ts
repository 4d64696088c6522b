import type { TermRow } from '#src/db/teaching.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

/** The terms of a school year, by their number. */
export const termNumbers = [
  { value: 1, label: m.term_number_first },
  { value: 2, label: m.term_number_second },
  { value: 3, label: m.term_number_summer },
] as const satisfies readonly Option[]

const termStates = [
  { value: 'upcoming', label: m.term_state_upcoming },
  { value: 'current', label: m.term_state_current, tone: 'success' },
  { value: 'past', label: m.term_state_past },
] as const satisfies readonly Option[]

export const termDescription = {
  key: 'term',
  menu: 'baseInfo/term',
  title: m.term_title,
  plural: m.menu_term,
  rowTitle: 'name',
  fields: [
    {
      name: 'schoolYear',
      type: 'year',
      label: m.term_schoolYear,
      required: true,
      default: { dynamic: 'thisYear' },
      help: m.term_schoolYearHelp,
      list: { width: 112 },
    },
    {
      name: 'number',
      type: 'select',
      label: m.term_number,
      required: true,
      options: termNumbers,
      look: 'radio',
      default: 1,
      list: { render: 'text', width: 112 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.term_name,
      max: 50,
      help: m.term_nameHelp,
      list: { pin: 'start', inline: true, width: 210 },
    },
    {
      name: 'since',
      type: 'date',
      label: m.term_since,
      required: true,
      rangeTo: 'until',
      list: { width: 112 },
    },
    { name: 'until', type: 'date', label: m.term_until, required: true, list: { width: 112 } },
    {
      name: 'state',
      type: 'select',
      label: m.term_state,
      help: m.term_stateHelp,
      options: termStates,
      required: true,
      readOnly: true,
      list: { render: 'tag', width: 112 },
    },
    { name: 'status', type: 'switch', label: m.term_status, help: m.term_statusHelp, list: { inline: true } },
  ],
  quickSearch: ['name'],
  sorts: ['name', 'schoolYear', 'number', 'since', 'until', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'since,desc',
} as const satisfies Description<TermListRow>

/** A term as the API answers it, with what it is today. */
export type TermListRow = TermRow & { state: string }

type Written = Exclude<(typeof termDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a term edits. */
export type TermForm = Pick<TermListRow, Written>
