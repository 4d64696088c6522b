import type { ExamSchemeRow } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CheckedDescription } from '#src/resource/checked-description.ts'
import type { Description } from '#src/resource/description.ts'

// Each wrong line below must fail the type check, as in `misspelt.tsx`: names that one part of a description gives and
// another one uses.

const checked = <const D extends Description>(description: D & CheckedDescription<D>) => description

const label = m.examScheme_name
const states = [{ value: 'draft', label }] as const
const common = {
  key: 'exam-scheme',
  menu: 'baseInfo/exam-scheme',
  title: label,
  rowTitle: 'name',
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,desc',
  form: { sections: [{ key: 'basics', title: label }] },
} as const
const state = { name: 'state', type: 'select', label, options: states } as const

export const right = () =>
  checked({
    ...common,
    fields: [
      { ...state, section: 'basics', default: 'draft' },
      { name: 'levelId', type: 'relation', resource: 'educate-level', label },
      { name: 'note', type: 'text', label, showWhen: { field: 'state', in: ['draft'] } },
      { name: 'from', type: 'integer', label, rangeTo: 'to' },
      { name: 'to', type: 'integer', label },
      { name: 'lines', type: 'rows', label, maxItems: 5, fields: [state] },
    ],
  })
// @ts-expect-error a misspelt section
export const wrongSection = () => checked({ ...common, fields: [{ ...state, section: 'baiscs' }] })
// @ts-expect-error a misspelt default
export const wrongDefault = () => checked({ ...common, fields: [{ ...state, default: 'darft' }] })
export const wrongTarget = () =>
  // @ts-expect-error a misspelt resource of a relation
  checked({ ...common, fields: [{ name: 'levelId', type: 'relation', resource: 'edcuate-level', label }] })
export const wrongCondition = () =>
  // @ts-expect-error a misspelt field that another one depends on
  checked({ ...common, fields: [state, { name: 'note', type: 'text', label, showWhen: { field: 'satte', in: [] } }] })
export const wrongValue = () =>
  checked({
    ...common,
    // @ts-expect-error a misspelt value that another field depends on
    fields: [state, { name: 'note', type: 'text', label, showWhen: { field: 'state', notIn: ['darft'] } }],
  })
export const wrongRange = () =>
  // @ts-expect-error a misspelt end of a range
  checked({ ...common, fields: [{ name: 'revision', type: 'integer', label, rangeTo: 'revsion' }] })
const hidden = { noIpmort: true } as const
// @ts-expect-error a misspelt setting that comes from elsewhere
export const wrongSpread = () => checked({ ...common, fields: [{ ...state, ...hidden }] })
const narrow = { list: { widht: 80 } } as const
// @ts-expect-error a misspelt setting of a column that comes from elsewhere
export const wrongColumn = () => checked({ ...common, fields: [{ ...state, ...narrow }] })
const toned = [{ value: 'draft', label, toen: 'info' }] as const
// @ts-expect-error a misspelt key of an option
export const wrongOption = () => checked({ ...common, fields: [{ ...state, options: toned }] })
const cells = [{ ...state, default: 'darft' }] as const
export const wrongCell = () =>
  // @ts-expect-error a misspelt default of a cell
  checked({ ...common, fields: [{ name: 'lines', type: 'rows', label, maxItems: 5, fields: cells }] })
const form = { ...common.form, setps: true } as const
// @ts-expect-error a misspelt setting of the form
export const wrongForm = () => checked({ ...common, form, fields: [state] })
const ordering = { sotrable: true } as const
// @ts-expect-error a misspelt key of the description
export const wrongKey = () => checked({ ...common, ...ordering, fields: [state] })

export const early: Description<ExamSchemeRow> = {
  ...common,
  // @ts-expect-error a misspelt field that another one depends on, without the server
  fields: [{ name: 'note', type: 'text', label, showWhen: { field: 'satte', filled: true } }],
}
