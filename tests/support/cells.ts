import { withLocale } from '#src/i18n/locale.server.ts'
import type { Field } from '#src/resource/description.ts'
import { cellReader } from '#src/server/import/cell-reader.server.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import { label } from './label.ts'

/** A cell that holds a text. */
export const textCell = (content: string): SheetCell => ({ kind: 'text', text: content })

/** A cell that holds a number without a format. */
export const numberCell = (value: number): SheetCell => ({ kind: 'number', text: String(value), number: value })

/** Fields of the types that cells are read into. */
export const cellFields = {
  text: { name: 'note', type: 'text', label: label('Note') },
  code: { name: 'code', type: 'text', label: label('Code'), rule: 'code' },
  integer: { name: 'seats', type: 'integer', label: label('Seats') },
  money: { name: 'price', type: 'money', label: label('Price') },
  name: { name: 'name', type: 'text', label: label('Name'), rule: 'name' },
  phone: { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone' },
  mobile: { name: 'mobile', type: 'text', label: label('Mobile'), rule: 'mobile' },
  number: { name: 'area', type: 'number', label: label('Area') },
  year: { name: 'from', type: 'year', label: label('From') },
  date: { name: 'on', type: 'date', label: label('On') },
  texts: { name: 'tags', type: 'texts', label: label('Tags'), maxItems: 5, max: 20 },
  pairs: { name: 'facts', type: 'pairs', label: label('Facts') },
  switch: { name: 'open', type: 'switch', label: label('Open') },
  select: {
    name: 'rank',
    type: 'select',
    label: label('Rank'),
    options: [
      { value: 1, label: label('One') },
      { value: 2, label: label('Two') },
    ],
  },
  time: { name: 'opens', type: 'time', label: label('Opens') },
  relation: { name: 'orgId', type: 'relation', label: label('Organization'), resource: 'organization' },
  area: { name: 'areaCode', type: 'area', label: label('Division') },
} as const satisfies Record<string, Field>

/** Reads a cell into a field, in English and for a site in Shanghai. */
export const readCell = (one: Field, cell: SheetCell) => withLocale('en', () => cellReader(one, 'Asia/Shanghai')(cell))
