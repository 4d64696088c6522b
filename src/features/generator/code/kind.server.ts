import type { ResourceNames } from './names.server.ts'

/**
 * What is different between the kinds of resources: a plain one, a ledger, a log, one with a table of its own, and one
 * whose screen was generated.
 */
export type Kind = {
  /** What the registry says about its verbs. */
  verbs: string
  /** The files with the table and the rules, and the test. */
  table(names: ResourceNames): string
  api(names: ResourceNames): string
  test(names: ResourceNames): string
  /** The usual order, when it is not that of the ids. */
  order?: string
  /** The part of the description that is its own: from the title of a row to the orders. */
  described(names: ResourceNames): string
  /** The type of what the form writes, when there is a form. */
  form?(names: ResourceNames): string
  /** The texts of its fields, by language and name. */
  texts: Record<'zh-cn' | 'en', Record<string, string>>
  /** The rows form a tree. */
  tree?: true
  /** Further files of it, by path. */
  more?(names: ResourceNames): Record<string, string>
  /** The tables whose rows are stamped and recorded. */
  recorded(names: ResourceNames): string[]
}
