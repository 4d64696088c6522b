import { apartName } from '#src/server/crud/base-columns.server.ts'
import type { ReadColumn, ReadTable } from './table-read.server.ts'

/** What a column of the product must be, and how it is made. */
type BaseColumn = { type: string; filled: boolean; made: string }

const BASE: Readonly<Record<string, BaseColumn>> = {
  version: { type: 'int4', filled: true, made: 'integer not null default 1' },
  create_by: { type: 'int8', filled: false, made: 'bigint' },
  create_time: { type: 'timestamptz', filled: true, made: 'timestamptz not null default now()' },
  update_by: { type: 'int8', filled: false, made: 'bigint' },
  update_time: { type: 'timestamptz', filled: true, made: 'timestamptz not null default now()' },
}

/**
 * The columns that the product keeps in each row, by the names that they have in a table or will have. Where other
 * programs use one of the usual names for something else, all have names that nobody else uses.
 */
export function baseIn(table: Pick<ReadTable, 'columns'>): ReadonlyMap<string, BaseColumn> {
  const apart = standsApart(table)
  return new Map(Object.entries(BASE).map(([name, base]) => [apart ? apartName(name) : name, base]))
}

/** Whether the product's columns have names that nobody else uses in a table, or will have. */
export function standsApart({ columns }: Pick<ReadTable, 'columns'>): boolean {
  return columns.some(({ name }) => name === apartName('version')) || columns.some((one) => !fits(one, BASE[one.name]))
}

/** A column of others under a name that nobody else may use. */
export function takenBase(table: Pick<ReadTable, 'columns'>): string | undefined {
  const base = baseIn(table)
  const own = new Set(Object.keys(BASE).map(apartName))
  const taken = table.columns.find((one) => own.has(one.name) && !(base.has(one.name) && fits(one, base.get(one.name))))
  return taken?.name
}

function fits({ type, nullable, generated }: ReadColumn, wanted: BaseColumn | undefined): boolean {
  return !wanted || (type === wanted.type && generated === null && !(wanted.filled && nullable))
}
