import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { text } from '#src/lib/rules.ts'
import type { FieldOf, Option } from './description.ts'
import { wrongObject } from './object-errors.ts'
import { filled } from './value-schema.ts'

type Items = { required: boolean; min?: number; max: number }

/** The schema of a list with limits on its length. */
export function listOf<T extends v.GenericSchema>(item: T, { required, min = 0, max }: Items) {
  return v.pipe(
    v.array(item, () => m.rule_type()),
    v.check(
      (value) => !required || value.length > 0,
      () => m.rule_required(),
    ),
    v.check(
      (value) => value.length >= min,
      () => m.rule_minItems({ min }),
    ),
    v.check(
      (value) => value.length <= max,
      () => m.rule_maxItems({ max }),
    ),
  )
}

/** The schema of a select field: one option, or several. */
export function selectSchema(field: FieldOf<'select'>, required: boolean) {
  const find = (value: unknown): Option | undefined =>
    field.options.find((option) => String(option.value) === String(value))
  const one = v.pipe(
    v.union([v.string(), v.number()], () => m.rule_option()),
    v.check(
      (value) => find(value) !== undefined,
      () => m.rule_option(),
    ),
    // A number may come as text.
    v.transform((value) => find(value)?.value ?? value),
  )
  if (field.multiple) {
    return v.pipe(
      listOf(one, { required, max: 1000 }),
      // The result has the order of the options, not the order in which the user selects them.
      v.transform((values) => field.options.map((option) => option.value).filter((value) => values.includes(value))),
    )
  }
  return v.pipe(
    v.nullable(v.union([v.string(), v.number()], () => m.rule_option())),
    filled<string | number | null>(required),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(one),
  )
}

/** The schema of key-value pairs. Each key may occur only once. */
export function pairsSchema(field: FieldOf<'pairs'>, required: boolean) {
  const pair = v.strictObject({ key: text({ required: true, max: 100 }), value: text({ max: 2000 }) }, wrongObject)
  return v.pipe(
    listOf(pair, { required, max: field.maxItems ?? 100 }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const keys = dataset.value.map((one) => one.key)
      keys.forEach((key, at) => {
        if (key === '' || keys.indexOf(key) === at) return
        const item = dataset.value[at]
        if (!item) return
        const path: [v.ArrayPathItem, v.ObjectPathItem] = [
          { type: 'array', origin: 'value', input: dataset.value, key: at, value: item },
          { type: 'object', origin: 'value', input: item, key: 'key', value: key },
        ]
        addIssue({ message: m.rule_duplicateKey(), path })
      })
    }),
  )
}
