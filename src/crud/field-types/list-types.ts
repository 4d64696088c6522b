import { fileName } from '#src/lib/file-name.ts'
import { signsOf } from '#src/lib/sign-width.ts'
import type { CellRender } from '#src/resource/cell-render.ts'
import type { Field, FieldOf, FieldType, Option } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { isZoneless } from '#src/resource/zone-of.ts'

/** How a value is edited in the list. A press toggles the value. The others open an input. */
export type InlineControl = 'press' | 'text' | 'number' | 'day' | 'options'

type LinkParts = {
  /** The text of the link. The default is the address. */
  text?: string
  /** The target, when it is not the address. */
  href?: string
  /** The icon of the file's type is before it. */
  icon?: true
}

/** A field type in a list. Lists load these entries, so they are plain data. Those of forms are in `form-types.tsx`. */
export type ListFieldType<TField extends Field> = {
  /** The default width of a column, in pixels at the default text size. */
  width(field: TField): number
  /** The values are texts of any length, so the column takes a part of the width that is left over. */
  readonly grows?: true
  /** Users compare the values digit by digit. */
  readonly align?: 'end'
  /** How a cell renders the value, unless the field says otherwise. */
  render(field: TField): CellRender
  /** Whether a line break would only make the value hard to read on paper. */
  short(field: TField): boolean
  /** Undefined when the value cannot be edited in the list. */
  inline(field: TField): InlineControl | undefined
  /** What the address of a link becomes. */
  link?(address: string, field: TField): LinkParts
}

const WIDTH = 140

const plain: ListFieldType<Field> = {
  width: () => WIDTH,
  render: () => 'text',
  short: () => false,
  inline: () => undefined,
}
const words: ListFieldType<Field> = { ...plain, grows: true }
const number: ListFieldType<Field> = {
  width: () => 104,
  align: 'end',
  render: () => 'number',
  short: () => true,
  inline: () => 'number',
}

/** The width that shows every option of usual length in one line: its letters, and the space around them. */
function optionsWidth(options: readonly Option[]): number {
  const longest = Math.max(...options.map(({ label }) => signsOf(labelText(label))))
  return Math.min(Math.max(Math.ceil(longest * 6.8 + 22), 104), 160)
}

/** Each field type in a list. The compiler asks for an entry of each new type. */
const listTypes: { readonly [TType in FieldType]: ListFieldType<FieldOf<TType>> } = {
  text: {
    width: ({ rule }) => (rule === 'code' ? 120 : WIDTH),
    grows: true,
    render: ({ rule }) => (rule !== undefined && linked.has(rule) ? 'link' : 'text'),
    short: ({ rule }) => rule === 'code' || rule === 'phone' || rule === 'mobile',
    inline: ({ multiline }) => (multiline ? undefined : 'text'),
    link: (address, { rule }) => {
      if (rule === 'email') return { href: `mailto:${address}` }
      return rule === 'mobile' || rule === 'phone' ? { href: `tel:${address.replaceAll(/[^\d+]/g, '')}` } : {}
    },
  },
  password: plain,
  integer: number,
  number,
  money: { ...number, width: () => 120, render: () => 'money' },
  year: { ...plain, width: () => 80, short: () => true, inline: () => 'number' },
  switch: { width: () => 70, render: () => 'switch', short: () => true, inline: () => 'press' },
  select: {
    ...plain,
    width: ({ multiple, options }) => (multiple ? 104 : optionsWidth(options)),
    render: ({ multiple }) => (multiple ? 'tags' : 'tag'),
    inline: ({ multiple }) => (multiple ? undefined : 'options'),
  },
  texts: { ...words, render: () => 'tags' },
  pairs: words,
  date: { ...plain, width: () => 120, short: () => true, inline: () => 'day' },
  datetime: {
    ...plain,
    // The system sets it, so how long ago it was matters. A time that users enter is an appointment.
    render: (field) => (field.readOnly && !isZoneless(field) ? 'relative' : 'datetime'),
    width: (field) => (field.readOnly && !isZoneless(field) ? 122 : 140),
    short: () => true,
  },
  time: { ...plain, width: ({ seconds }) => (seconds ? 100 : 80), short: () => true },
  icon: { ...plain, width: () => 160, render: () => 'icon' },
  color: { ...plain, width: () => 104, render: () => 'color' },
  json: words,
  image: { ...plain, width: () => 104, render: ({ multiple }) => (multiple ? 'images' : 'image') },
  file: { ...words, render: () => 'link', link: (address) => ({ text: fileName(address), icon: true }) },
  editor: words,
  relation: {
    ...words,
    render: ({ resource, multiple }) => {
      if (multiple) return 'text'
      return resource === 'user' || resource === 'organization' ? resource : 'text'
    },
  },
  area: { ...words, width: () => 120 },
  rows: words,
}

/** The rules of texts that a list shows as links. */
const linked: ReadonlySet<string> = new Set(['url', 'email', 'mobile', 'phone'])

/** The entry of a field's type in lists. */
export function listTypeOf({ type }: Pick<Field, 'type'>): ListFieldType<Field> {
  return listTypes[type]
}
