import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { generationKinds, generationStates } from './design.schema.ts'
import type { GenerationRow } from './generation.table.server.ts'

export const generationStateOptions = [
  { value: 'start', label: m.generator_stateStart, tone: 'accent' },
  { value: 'success', label: m.generator_stateSuccess, tone: 'success' },
  { value: 'error', label: m.generator_stateError, tone: 'danger' },
  { value: 'undone', label: m.generator_stateUndone, tone: 'neutral' },
  { value: 'delete', label: m.generator_stateDelete, tone: 'warning' },
] as const satisfies readonly (Option & { value: (typeof generationStates)[number] })[]

export const generationKindOptions = [
  { value: 'create', label: m.generator_kindCreate },
  { value: 'change', label: m.generator_kindChange },
  { value: 'remove', label: m.generator_kindRemove },
  { value: 'undo', label: m.generator_kindUndo },
  { value: 'redo', label: m.generator_kindRedo },
] as const satisfies readonly (Option & { value: (typeof generationKinds)[number] })[]

/** An entry of the log as the list answers it. */
export type CrudRow = Pick<
  GenerationRow,
  | 'id'
  | 'key'
  | 'tableName'
  | 'title'
  | 'titleEn'
  | 'kind'
  | 'state'
  | 'message'
  | 'statements'
  | 'createBy'
  | 'createTime'
> & {
  /** The account name of who did it. */
  author: string
}

export const crudDescription = {
  key: 'crud',
  menu: 'crud/crud',
  title: m.generator_entry,
  plural: m.menu_crud,
  rowTitle: 'title',
  base: ['createTime'],
  fields: [
    {
      name: 'title',
      type: 'text',
      label: m.generator_screen,
      readOnly: true,
      noFilter: true,
      list: { pin: 'start', width: 150 },
    },
    {
      name: 'titleEn',
      type: 'text',
      label: m.generator_screenEn,
      readOnly: true,
      noFilter: true,
      list: { never: true },
    },
    { name: 'tableName', type: 'text', label: m.generator_table, readOnly: true, exact: true, list: { width: 160 } },
    {
      name: 'kind',
      type: 'select',
      label: m.generator_kind,
      options: generationKindOptions,
      readOnly: true,
      noFilter: true,
      list: { width: 90 },
    },
    {
      name: 'state',
      type: 'select',
      label: m.generator_state,
      options: generationStateOptions,
      readOnly: true,
      list: { render: 'tag', width: 100 },
    },
    {
      name: 'statements',
      type: 'integer',
      label: m.generator_statements,
      readOnly: true,
      noFilter: true,
      list: { hidden: true },
    },
    { name: 'message', type: 'text', label: m.generator_message, readOnly: true, noFilter: true, list: { width: 180 } },
    { name: 'author', type: 'text', label: m.generator_author, readOnly: true, noFilter: true, list: { width: 100 } },
    { name: 'key', type: 'text', label: m.generator_key, readOnly: true, exact: true, list: { hidden: true } },
  ],
  quickSearch: ['tableName', 'key'],
  sorts: ['createTime', 'state', 'tableName', 'key'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<CrudRow>
