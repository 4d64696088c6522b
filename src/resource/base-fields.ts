import type { BaseField, Description } from './description.ts'

/** The columns that a table has beside its fields, unless its description says which of them it has. */
const ALL = ['version', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const satisfies readonly BaseField[]

/** The fields that every row of a resource has, although the description does not list them. */
export function baseFields({ base = ALL }: Pick<Description, 'base'>): readonly ('id' | BaseField)[] {
  return ['id', ...base]
}
