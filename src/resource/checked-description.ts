import type { Only } from '#src/lib/only.ts'
import type { CellField, Description, Field, FieldType, FormSettings, ListSettings, Option } from './description.ts'
import type { ResourceKey } from './registry.ts'

// A description is checked against its table where it is written. Here is what must agree inside of it: a name that one
// part gives and another part uses, and keys that came in with a spread object.

/** What a relation points to: a resource in code, or the members. */
type Target = ResourceKey | 'member'

type KeysOf<T> = T extends unknown ? keyof T : never
type Settings<T extends FieldType> = KeysOf<Extract<Field, { type: T }>> | KeysOf<Extract<CellField, { type: T }>>

type ValueOf<F> = F extends { type: 'select'; options: readonly { value: infer V }[] } ? V : unknown

/** Sections by the keys that `form.sections` gives. */
type InSection<D, F> = F extends { section: string }
  ? { readonly section: D extends { form: { sections: readonly { key: infer K }[] } } ? K : never }
  : unknown

type Pointing<F> = F extends { type: 'relation'; resource: infer R }
  ? string extends R
    ? unknown
    : { readonly resource: Target }
  : unknown

type Defaulting<F> = F extends { type: 'select'; default: infer V }
  ? { readonly default: V extends readonly unknown[] ? readonly ValueOf<F>[] : ValueOf<F> }
  : unknown

/** The values that another field must have, or not have, are among its options. */
type Depending<TAll, F> = F extends { showWhen: infer S extends { field: string } }
  ? { readonly showWhen: { readonly field: NameIn<TAll> } & Among<S, ValueOf<Extract<TAll, { name: S['field'] }>>> }
  : unknown
type NameIn<TAll> = TAll extends { name: infer N } ? N : never
type Among<S, V> = S extends { in: unknown }
  ? { readonly in: readonly V[] }
  : S extends { notIn: unknown }
    ? { readonly notIn: readonly V[] }
    : unknown

type Ranging<TAll, F> = F extends { rangeTo: string } ? { readonly rangeTo: NameIn<TAll> } : unknown

type Listed<F> = F extends { list: infer L } ? { readonly list: Only<L, keyof ListSettings> } : unknown
type Chosen<F> = F extends { options: readonly (infer O)[] }
  ? { readonly options: readonly Only<O, keyof Option>[] }
  : unknown
type Nested<D, F> = F extends { type: 'rows'; fields: infer C extends readonly unknown[] }
  ? { readonly fields: Checked<D, C, C[number]> }
  : unknown

type CheckedField<D, TAll, F> = F extends { type: infer T extends FieldType }
  ? Only<F, Settings<T>> &
      InSection<D, F> &
      Pointing<F> &
      Defaulting<F> &
      Depending<TAll, F> &
      Ranging<TAll, F> &
      Listed<F> &
      Chosen<F> &
      Nested<D, F>
  : unknown
type Checked<D, TFields extends readonly unknown[], TAll> = {
  readonly [I in keyof TFields]: CheckedField<D, TAll, TFields[I]>
}

/** What a description that is written out in the code must be besides a `Description`. */
export type CheckedDescription<D extends Description> = {
  readonly fields: Checked<D, D['fields'], D['fields'][number]>
} & Only<D, keyof Description> &
  (D extends { form: infer F } ? { readonly form: Only<F, keyof FormSettings> } : unknown)
