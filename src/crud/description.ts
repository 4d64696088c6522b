import type { TextRule } from '#src/lib/rules.ts'

/** A text per language, or a message of ours. Resolve with `labelText`. */
export type Label = (() => string) | Readonly<{ 'zh-cn': string; en: string }>

export type Option = { readonly value: string | number; readonly label: Label }

type Common<TName extends string> = {
  readonly name: TName
  readonly label: Label
  readonly required?: boolean
  /** Delivered and searched, but never written through a form. */
  readonly readOnly?: boolean
}

export type Field<TName extends string = string> = Common<TName> &
  (
    | { readonly type: 'text'; readonly max?: number; readonly rule?: TextRule; readonly multiline?: boolean }
    | { readonly type: 'integer'; readonly min?: number; readonly max?: number }
    | { readonly type: 'select'; readonly options: readonly Option[] }
    | { readonly type: 'switch' }
    | { readonly type: 'texts'; readonly maxItems: number; readonly max: number }
    /** The row of another resource, or several; a `tree` parent is a relation to its own resource. */
    | { readonly type: 'relation'; readonly resource: string; readonly multiple?: boolean }
    /** Code of an administrative division. */
    | { readonly type: 'area' }
    | { readonly type: 'datetime' }
  )

/** What the kit needs to know about a resource; everything but message functions is plain data. */
export type Description<TRow = Record<string, unknown>> = {
  readonly key: string
  /** Menu path; its nodes are `${menu}/index` and so on. */
  readonly menu: string
  readonly title: Label
  /** The field that names a row to people. */
  readonly rowTitle: keyof TRow & string
  readonly fields: readonly Field<keyof TRow & string>[]
  readonly quickSearch: readonly (keyof TRow & string)[]
  /** Fields that lists may be sorted by; each has an index. */
  readonly sorts: readonly (keyof TRow & string)[]
  readonly defaultOrder: `${keyof TRow & string},${'asc' | 'desc'}`
  /** Rows form a tree by `pid`. */
  readonly tree?: true
  /** Rows have a `sortKey` that people set by dragging. */
  readonly sortable?: true
}
