import type { Description } from '#src/crud/description.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { assignCells, bandCells, combinationCells, lineCells, subjectCells } from './exam-scheme.cells.ts'
import { assignFlats, assigns, assignZeros, choices, schemeStates } from './exam-scheme.options.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'

const hidden = { list: { never: true }, noImport: true, noFilter: true } as const
const chosen = { field: 'choice', notIn: ['none'] } as const
const banded = { field: 'assign', in: ['bands'] } as const

export const examSchemeDescription = {
  key: 'exam-scheme',
  menu: 'baseInfo/exam-scheme',
  title: m.examScheme_title,
  plural: m.menu_examScheme,
  rowTitle: 'name',
  fields: [
    {
      name: 'name',
      type: 'text',
      label: m.examScheme_name,
      required: true,
      max: 100,
      section: 'basics',
      list: { pin: 'start', width: 300 },
    },
    {
      ...{ name: 'levelId', type: 'relation', label: m.examScheme_level, required: true, resource: 'educate-level' },
      ...{ section: 'basics', list: { width: 80 } },
    },
    {
      name: 'state',
      type: 'select',
      label: m.examScheme_state,
      readOnly: true,
      required: true,
      options: schemeStates,
      list: { render: 'tag', width: 184 },
    },
    { name: 'revision', type: 'integer', label: m.examScheme_revision, readOnly: true, list: { width: 88 } },
    {
      ...{ name: 'subjects', type: 'rows', label: m.examScheme_subjects, required: true, fields: subjectCells },
      ...{ maxItems: 30, help: m.examScheme_subjectsHelp, section: 'subjects', ...hidden },
    },
    {
      ...{ name: 'choice', type: 'select', label: m.examScheme_choice, required: true, options: choices },
      ...{ look: 'radio', default: 'none', wide: true, section: 'combinations', list: { render: 'tag', width: 104 } },
    },
    {
      ...{
        name: 'combinations',
        type: 'rows',
        label: m.examScheme_combinations,
        fields: combinationCells,
        maxItems: 100,
      },
      ...{ help: m.examScheme_combinationsHelp, showWhen: chosen, required: true, section: 'combinations', ...hidden },
    },
    {
      ...{
        name: 'assign',
        type: 'select',
        label: m.examScheme_assign,
        required: true,
        options: assigns,
        look: 'radio',
      },
      ...{ default: 'none', wide: true, section: 'assign', list: { hidden: true } },
    },
    {
      ...{ name: 'assignBands', type: 'rows', label: m.examScheme_assignBands, fields: assignCells, maxItems: 50 },
      ...{ help: m.examScheme_assignBandsHelp, showWhen: banded, required: true, section: 'assign', ...hidden },
    },
    {
      ...{ name: 'assignFlat', type: 'select', label: m.examScheme_assignFlat, required: true, options: assignFlats },
      ...{ default: 'high', showWhen: banded, section: 'assign', list: { hidden: true } },
    },
    {
      ...{ name: 'assignZero', type: 'select', label: m.examScheme_assignZero, required: true, options: assignZeros },
      ...{ default: 'band', showWhen: banded, section: 'assign', list: { hidden: true } },
    },
    {
      ...{ name: 'bands', type: 'rows', label: m.examScheme_bands, fields: bandCells, maxItems: 20 },
      ...{ help: m.examScheme_bandsHelp, section: 'bands', ...hidden },
    },
    {
      ...{ name: 'lines', type: 'rows', label: m.examScheme_lines, fields: lineCells, maxItems: 40 },
      ...{ help: m.examScheme_linesHelp, section: 'lines', ...hidden },
    },
    {
      name: 'note',
      type: 'text',
      label: m.examScheme_note,
      max: 500,
      multiline: true,
      section: 'basics',
      list: { hidden: true },
    },
    {
      name: 'status',
      type: 'switch',
      label: m.examScheme_status,
      section: 'basics',
      bulk: true,
      list: { inline: true },
    },
  ],
  quickSearch: ['name', 'note'],
  sorts: ['name', 'state', 'createTime', 'updateTime'],
  defaultOrder: 'updateTime,desc',
  form: {
    as: 'page',
    sections: [
      { key: 'basics', title: m.examScheme_section_basics },
      { key: 'subjects', title: m.examScheme_section_subjects },
      { key: 'combinations', title: m.examScheme_section_choice },
      { key: 'assign', title: m.examScheme_section_assign },
      { key: 'bands', title: m.examScheme_section_bands },
      { key: 'lines', title: m.examScheme_section_lines },
    ],
  },
} as const satisfies Description<ExamSchemeRow>

type Written = Exclude<(typeof examSchemeDescription.fields)[number], { readOnly: true }>['name']

/** What the form of an exam scheme edits. */
export type ExamSchemeForm = Pick<ExamSchemeRow, Written>
