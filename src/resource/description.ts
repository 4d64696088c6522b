import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { TextRule } from '#src/lib/rules.ts'
import type { Tone } from '#src/lib/tone.ts'
import type { CellRender } from './cell-render.ts'
import type { FieldValue } from './field-value.ts'
import type { Node, StandardVerb, SUPER } from './registry.ts'

/** A text per language, or a message function of this project. Resolve it with `labelText`. */
export type Label = ((inputs?: object, options?: { locale?: Locale }) => string) | Readonly<Record<Locale, string>>

type Scalar = string | number

export type Option = {
  readonly value: Scalar
  readonly label: Label
  readonly tone?: Tone
  /** Rows keep this value and filters can find it, but users can no longer choose it. */
  readonly retired?: true
}

/** When the form shows a field. It depends on the value of another field of the same form. */
export type ShowWhen<TName extends string = string> = {
  readonly field: TName
} & (
  | { readonly in: readonly Scalar[] }
  | { readonly notIn: readonly Scalar[] }
  /** True: the other field has any value. False: it has none. */
  | { readonly filled: boolean }
)

/** The initial value in a new row. Dynamic values are computed when the form opens, in the site's time zone. */
export type DefaultValue = FieldValue | { readonly dynamic: 'today' | 'now' | 'thisYear' }

export type ListSettings<TName extends string = string> = {
  /** Hidden until the user selects the column in the column choice. */
  readonly hidden?: true
  /** The field never becomes a column. */
  readonly never?: true
  /** Lists do not even read the field, because its values are long. Forms, histories, filters and exports do. */
  readonly unread?: true
  /** Width in pixels at the default text size. */
  readonly width?: number
  readonly render?: CellRender
  readonly pin?: 'start' | 'end'
  readonly noExport?: true
  /** The line that says what a row is about, on a telephone, leaves it out. */
  readonly noLine?: true
  /** The column shows the value of this field, too. Prints and exports then have both columns. */
  readonly with?: TName
  /** The user can edit it in the list itself. For text, numbers, selects and switches. */
  readonly inline?: true
  /** A row of totals shows the sum or average over all rows that the search finds. */
  readonly total?: 'sum' | 'average'
}

type Common<TName extends string> = {
  readonly name: TName
  readonly label: Label
  /** With `showWhen`, the field is required only while it is shown. */
  readonly required?: boolean
  /** A new row may come without this required field: the table has a default. Forms always send it. */
  readonly omittable?: true
  /** Responses contain the field and filters can use it, but no form writes it. */
  readonly readOnly?: boolean
  /** The field is written when a row is added. Edits cannot change it. */
  readonly addOnly?: true
  /** A help text below the control. */
  readonly help?: Label
  readonly placeholder?: Label
  readonly default?: DefaultValue
  /** A hidden field gets its default, or no value. The form does not send its previous value. */
  readonly showWhen?: ShowWhen<TName>
  /** Key of the form section that contains the field. */
  readonly section?: string
  /** The field takes a whole line of the form. */
  readonly wide?: boolean
  /** The user can change it for many rows at once. */
  readonly bulk?: true
  /**
   * The permission node that a user needs to see the field. Without it, the field does not exist: not in the list, the
   * form, filters, orders, exports, imports or the history. It cannot be required, and the rows are not named by it.
   * `super` in its place: only super administrators see the field.
   */
  readonly node?: Node | typeof SUPER
  /**
   * Without the node, the field is there all the same, but shown in part: a phone number as `138****0001`, another text
   * by its first character. It is then neither written, nor searched, filtered, sorted or imported, and the history
   * leaves it out.
   */
  readonly partly?: 'phone' | 'text'
  /** Filters compare the whole value: no index finds a part of it, and the table is too large without one. */
  readonly exact?: true
  readonly noImport?: true
  /** Only forms require it, as the password of a new account. New rows of a file do without it. */
  readonly formOnly?: true
  readonly noFilter?: true
  readonly list?: ListSettings<TName>
}

/**
 * This field and the named field are the two ends of a range. The form shows one control for both, and the end must not
 * be before the beginning. Everywhere else, each is a field and a column of its own.
 */
type Range = { readonly rangeTo?: string }

/** Who may read what is uploaded in a field. */
type Shared = {
  /** Everybody may read it, without a session. By default only those with a right to the file. */
  readonly public?: true
}

/** Limits of an uploaded file or image. Without its own limits, a field uses the site's upload settings. */
type Upload = Shared & {
  readonly multiple?: boolean
  /** Maximum number of files. Only used with `multiple`. */
  readonly maxItems?: number
  /** Maximum size of each file in bytes. */
  readonly maxSize?: number
  /** Extensions and MIME types, separated by commas, like the site's upload setting. */
  readonly accept?: string
}

/**
 * The part of a field that depends on its type. The comments name the JSON format of the values; see `form-schema.ts`.
 */
type PlainKind =
  | { readonly type: 'text'; readonly max?: number; readonly rule?: TextRule; readonly multiline?: boolean }
  /** Written, but never returned. An empty password field in an edit leaves the password as it is. */
  | {
      readonly type: 'password'
      /** The secret of another system, to which the rule of our own passwords does not apply. */
      readonly any?: true
    }
  /** `zero`: what is shown for 0, where it stands for something else than a number. */
  | ({ readonly type: 'integer'; readonly min?: number; readonly max?: number; readonly zero?: Label } & Range)
  /** A number with at most `decimals` decimal places. The default is two. */
  | ({ readonly type: 'number'; readonly decimals?: number; readonly min?: number; readonly max?: number } & Range)
  /** An amount in whole cents. The limits are in cents, too. */
  | ({ readonly type: 'money'; readonly min?: number; readonly max?: number } & Range)
  | {
      readonly type: 'select'
      readonly options: readonly Option[]
      /** The value is a list of option values. */
      readonly multiple?: boolean
      /** Shows all options at once: radio buttons for one value, checkboxes for several. */
      readonly look?: 'radio' | 'checkbox'
    }
  /** The value is 1 or 0. */
  | { readonly type: 'switch' }
  /** A list of texts. */
  | { readonly type: 'texts'; readonly maxItems: number; readonly max: number }
  /** A list of `{ key, value }` objects. Each key occurs only once. */
  | { readonly type: 'pairs'; readonly maxItems?: number; readonly keyLabel?: Label; readonly valueLabel?: Label }
  /** `2026-09-01`. */
  | ({ readonly type: 'date'; readonly min?: string; readonly max?: string } & Range)
  /**
   * ISO 8601 in UTC. Users see and type the time in the site's time zone. With `zoneless`, it is the time of a clock,
   * the same for everybody, as it is stored: 10:00 is `2026-09-01T10:00:00.000Z`.
   */
  | ({ readonly type: 'datetime'; readonly zoneless?: true } & Range)
  /** `08:30:00`. */
  | ({ readonly type: 'time'; readonly seconds?: true } & Range)
  /** A number of four digits. */
  | ({ readonly type: 'year'; readonly min?: number; readonly max?: number } & Range)
  /** The name of an icon, as in menus: `local-exam`, `fa fa-home`, `el-icon-School`. */
  | { readonly type: 'icon' }
  /** `#rrggbb`. With `alpha`, `#rrggbbaa` is also valid. */
  | { readonly type: 'color'; readonly alpha?: true; readonly presets?: readonly string[] }
  /** Any JSON, as its text. */
  | { readonly type: 'json' }
  /** URLs of uploaded images: one text, or a list of texts with `multiple`. */
  | ({ readonly type: 'image' } & Upload)
  | ({ readonly type: 'file' } & Upload)
  /** HTML. */
  | ({ readonly type: 'editor' } & Shared)
  /**
   * The id of a row of another resource, or a list of ids. The parent in a `tree` is a relation to the same resource.
   */
  | {
      readonly type: 'relation'
      readonly resource: string
      readonly multiple?: boolean
      /** The label of a row: `{name} ({code})`. The default is the row's title. */
      readonly template?: string
      /** The rows form a tree, and the user chooses a row in a tree. */
      readonly tree?: true
      /** The whole tree with a checkbox for each row, for a tree with `multiple`. */
      readonly look?: 'checkboxes'
      /**
       * Of checkboxes: which of the checked rows the value lists. `nodes`: all of them. `withParents`: the half-checked
       * ones too. `leaves`: those with nothing below. `branches`: the highest ones, each for all below it. The default
       * is `nodes`.
       */
      readonly checked?: 'nodes' | 'withParents' | 'leaves' | 'branches'
    }
  /** Code of an administrative division: a province, a city or a county. */
  | { readonly type: 'area'; readonly levels?: 1 | 2 | 3 }

/** The field types that a cell of a table inside a form can have. */
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
  /** A list of objects, edited in a table inside the form. The path of an error is `name.index.field`. */
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

/** A part of a form with a title. Fields refer to it by its key. */
export type Section = { readonly key: string; readonly title: Label; readonly help?: Label }

export type FormSettings = {
  /** The default is a dialog. */
  readonly as?: 'dialog' | 'drawer' | 'page'
  readonly size?: 'md' | 'lg' | 'xl'
  readonly sections?: readonly Section[]
  /** The form shows the sections one after another, as steps. */
  readonly steps?: true
}

/** By field: other titles that a column of this field may have in an imported file, in any language. */
export type Synonyms<TRow = Record<string, unknown>> = { readonly [TName in keyof TRow & string]?: readonly string[] }

/** A column that the database sets itself. */
export type BaseField = 'version' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime'

/**
 * Everything that the generic lists, forms and endpoints need to know about a resource. Apart from message functions,
 * it is plain data.
 */
export type Description<TRow = Record<string, unknown>> = {
  readonly key: string
  /** Menu path. The permission nodes are `${menu}/index` and so on. */
  readonly menu: string
  /** Of a runtime resource: what users can do with its rows. Resources in code have their verbs in the registry. */
  readonly verbs?: readonly StandardVerb[]
  /** Label of a single row. */
  readonly title: Label
  /** Label of several rows, for the list and the menu. The default is `title`. */
  readonly plural?: Label
  /** The field whose value names a row for users. */
  readonly rowTitle: keyof TRow & string
  readonly fields: readonly Field<keyof TRow & string>[]
  readonly quickSearch: readonly (keyof TRow & string)[]
  /** Fields that a list can be sorted by. Each one has an index. */
  readonly sorts: readonly (keyof TRow & string)[]
  /**
   * Orders by several fields. A list may use any leading part of a group. Each group has an index that begins with its
   * columns.
   */
  readonly sortGroups?: readonly (readonly (keyof TRow & string)[])[]
  /**
   * Rows with equal values are in the order of this field, as in the indexes of the table.
   */
  readonly sortTail?: keyof TRow & string
  readonly defaultOrder: `${keyof TRow & string},${'asc' | 'desc'}`
  /** Of a runtime resource. The other resources give theirs to `compileResource`, because no browser needs them. */
  readonly synonyms?: Synonyms<TRow>
  /**
   * Which of the base columns the table has; by default all of them. A log has only `createTime`. Rows that users edit
   * need all of them.
   */
  readonly base?: readonly BaseField[]
  /** The lines of an imported file are not rows. The resource's import writer says which columns they have. */
  readonly lines?: true
  /**
   * Of a resource that is made on demand: it has the calls of an import alone, for those with this node, and neither a
   * list nor a form.
   */
  readonly importNode?: Node
  /** Files say nothing about its rows: none of its columns can tell them apart, or they come another way. */
  readonly noImport?: true
  /** The rows form a tree by `pid`. */
  readonly tree?: true
  /** The rows have a `sortKey`, which users change by dragging. */
  readonly sortable?: true
  /**
   * Of sortable rows of a tree: an integer field that orders siblings before their `sortKey`, the greatest value first.
   * A row that is dragged takes the value of the row whose place it takes.
   */
  readonly sortFirst?: keyof TRow & string
  readonly form?: FormSettings
  /** What goes with a row that is deleted. The question before a deletion says it. */
  readonly deleteNote?: Label
}
