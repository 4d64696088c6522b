import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { TextRule } from '#src/lib/rules.ts'
import type { Tone } from '#src/ui/tag.tsx'
import type { CellRender } from './cell-render.ts'
import type { FieldValue } from './form-values.ts'

/** A text per language, or a message of ours. Resolve with `labelText`. */
export type Label = ((inputs?: object, options?: { locale?: Locale }) => string) | Readonly<Record<Locale, string>>

type Scalar = string | number

export type Option = {
  readonly value: Scalar
  readonly label: Label
  readonly tone?: Tone
  /** Rows keep it and it can be searched for, but nobody chooses it any more. */
  readonly retired?: true
}

/** When a field is on the form: by the value that another field of the same form has. */
export type ShowWhen<TName extends string = string> = {
  readonly field: TName
} & (
  | { readonly in: readonly Scalar[] }
  | { readonly notIn: readonly Scalar[] }
  /** True: with a value, whichever; false: without. */
  | { readonly filled: boolean }
)

/** Where a new row begins. The dynamic ones are worked out when the form opens, in the site's time zone. */
export type DefaultValue = FieldValue | { readonly dynamic: 'today' | 'now' | 'thisYear' }

export type ListSettings = {
  /** Not shown until somebody asks for it in the column choice. */
  readonly hidden?: true
  /** Never a column. */
  readonly never?: true
  /** Pixels at the usual text size. */
  readonly width?: number
  readonly render?: CellRender
  readonly pin?: 'start' | 'end'
  readonly noExport?: true
  /** Can be changed in the list itself; for text, numbers, selects and switches. */
  readonly inline?: true
  /** A row of totals shows this of all rows that were found. */
  readonly total?: 'sum' | 'average'
}

type Common<TName extends string> = {
  readonly name: TName
  readonly label: Label
  /** With `showWhen`: required only while it is shown. */
  readonly required?: boolean
  /** Delivered and searched, but never written through a form. */
  readonly readOnly?: boolean
  /** Written when a row is added and fixed from then on. */
  readonly addOnly?: true
  /** A sentence below the control. */
  readonly help?: Label
  readonly placeholder?: Label
  readonly default?: DefaultValue
  /** A field that is not shown has its default, or nothing: what it held is not sent. */
  readonly showWhen?: ShowWhen
  /** Key of the form's section that it is in. */
  readonly section?: string
  /** Has a line of the form for itself. */
  readonly wide?: boolean
  /** Can be changed for many rows at once. */
  readonly bulk?: true
  readonly noImport?: true
  readonly noFilter?: true
  readonly list?: ListSettings
}

/**
 * This field and the one named are the two ends of a range: one control in the form, and the end never before the
 * beginning. Each is a field and a column of its own everywhere else.
 */
type Range = { readonly rangeTo?: string }

/** What a file or a picture may be; without limits of its own those of the site's upload settings. */
type Upload = {
  readonly multiple?: boolean
  /** At most so many, with `multiple`. */
  readonly maxItems?: number
  /** Bytes of each. */
  readonly maxSize?: number
  /** Extensions and MIME types with commas between, like the site's upload setting. */
  readonly accept?: string
}

/** What the types say beside the common part. Values are what travels in JSON; see `form-schema.ts`. */
type PlainKind =
  | { readonly type: 'text'; readonly max?: number; readonly rule?: TextRule; readonly multiline?: boolean }
  /** Written, never delivered. Left empty in an edit it stays as it is. */
  | { readonly type: 'password' }
  | ({ readonly type: 'integer'; readonly min?: number; readonly max?: number } & Range)
  /** A number with at most so many decimals (two unless said). */
  | ({ readonly type: 'number'; readonly decimals?: number; readonly min?: number; readonly max?: number } & Range)
  /** Whole cents; limits too. */
  | ({ readonly type: 'money'; readonly min?: number; readonly max?: number } & Range)
  | {
      readonly type: 'select'
      readonly options: readonly Option[]
      /** Several: a list of values. */
      readonly multiple?: boolean
      /** All options in sight: radio buttons for one, boxes for several. */
      readonly look?: 'radio' | 'checkbox'
    }
  /** 1 or 0. */
  | { readonly type: 'switch' }
  /** A list of texts. */
  | { readonly type: 'texts'; readonly maxItems: number; readonly max: number }
  /** A list of `{ key, value }`; keys differ. */
  | { readonly type: 'pairs'; readonly maxItems?: number; readonly keyLabel?: Label; readonly valueLabel?: Label }
  /** `2026-09-01`. */
  | ({ readonly type: 'date'; readonly min?: string; readonly max?: string } & Range)
  /** ISO 8601 in UTC; people see and type the site's time zone. */
  | ({ readonly type: 'datetime' } & Range)
  /** `08:30:00`. */
  | ({ readonly type: 'time'; readonly seconds?: true } & Range)
  /** A number of four digits. */
  | ({ readonly type: 'year'; readonly min?: number; readonly max?: number } & Range)
  /** The name of an icon as menus have it: `local-exam`, `fa fa-home`, `el-icon-School`. */
  | { readonly type: 'icon' }
  /** `#rrggbb`; `#rrggbbaa` where alpha is allowed. */
  | { readonly type: 'color'; readonly alpha?: true; readonly presets?: readonly string[] }
  /** Addresses of uploaded pictures: one text, or a list of them. */
  | ({ readonly type: 'image' } & Upload)
  | ({ readonly type: 'file' } & Upload)
  /** HTML. */
  | { readonly type: 'editor' }
  /** The row of another resource, or several; a `tree` parent is a relation to its own resource. */
  | {
      readonly type: 'relation'
      readonly resource: string
      readonly multiple?: boolean
      /** How a row is called: `{name} ({code})`. Its title unless said. */
      readonly template?: string
      /** The rows are a tree, and are chosen in one. */
      readonly tree?: true
    }
  /** Code of an administrative division: of a province, a city, a county. */
  | { readonly type: 'area'; readonly levels?: 1 | 2 | 3 }

/** What a cell of a table inside a form can be. */
type CellKind = Extract<
  PlainKind,
  {
    type:
      | 'text'
      | 'integer'
      | 'number'
      | 'money'
      | 'select'
      | 'switch'
      | 'date'
      | 'time'
      | 'year'
      | 'color'
      | 'relation'
  }
>
export type CellField = Common<string> & CellKind

export type FieldKind =
  | PlainKind
  /** A list of objects, written in a table of their own inside the form. Errors lie at `name.index.field`. */
  | {
      readonly type: 'rows'
      readonly fields: readonly CellField[]
      readonly minItems?: number
      readonly maxItems: number
    }

export type Field<TName extends string = string> = Common<TName> & FieldKind
export type FieldType = FieldKind['type']
/** A field of one type. */
export type FieldOf<TType extends FieldType, TName extends string = string> = Common<TName> &
  Extract<FieldKind, { type: TType }>

/** A part of a form with a title; fields name it by its key. */
export type Section = { readonly key: string; readonly title: Label; readonly help?: Label }

export type FormSettings = {
  /** A dialog unless said. */
  readonly as?: 'dialog' | 'drawer' | 'page'
  readonly size?: 'md' | 'lg' | 'xl'
  readonly sections?: readonly Section[]
  /** The sections come one after another. */
  readonly steps?: true
}

/** What the kit needs to know about a resource; everything but message functions is plain data. */
export type Description<TRow = Record<string, unknown>> = {
  readonly key: string
  /** Menu path; its nodes are `${menu}/index` and so on. */
  readonly menu: string
  /** What a row is. */
  readonly title: Label
  /** What several are called, over their list and on the menu; the title unless said. */
  readonly plural?: Label
  /** The field that names a row to people. */
  readonly rowTitle: keyof TRow & string
  readonly fields: readonly Field<keyof TRow & string>[]
  readonly quickSearch: readonly (keyof TRow & string)[]
  /** Fields that lists may be sorted by; each has an index. */
  readonly sorts: readonly (keyof TRow & string)[]
  /** Further orders by several fields, each from its first field on; each has an index with these columns in front. */
  readonly sortGroups?: readonly (readonly (keyof TRow & string)[])[]
  readonly defaultOrder: `${keyof TRow & string},${'asc' | 'desc'}`
  /** Rows form a tree by `pid`. */
  readonly tree?: true
  /** Rows have a `sortKey` that people set by dragging. */
  readonly sortable?: true
  readonly form?: FormSettings
}
