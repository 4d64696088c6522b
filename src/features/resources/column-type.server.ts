import { type SQL, sql } from 'drizzle-orm'

/**
 * The type of a column `a` of `pg_attribute`, through all domains, for a lateral join: `typname`, `typtype`, `typelem`,
 * `typcategory`, the `limits` that stand nearest to the column, whether the domains are `filled`, and their default.
 */
export const typeBehind: SQL = sql`(
  with recursive step as (
    select t.oid, t.typname, t.typtype, t.typbasetype, t.typelem, t.typcategory, a.atttypmod as limits, t.typnotnull as filled,
      t.typdefault as start, 0 as depth
    from pg_type t where t.oid = a.atttypid
    union all
    select b.oid, b.typname, b.typtype, b.typbasetype, b.typelem, b.typcategory,
      case when step.limits = -1 then d.typtypmod else step.limits end, step.filled or b.typnotnull,
      coalesce(step.start, b.typdefault), step.depth + 1
    from step join pg_type d on d.oid = step.oid join pg_type b on b.oid = step.typbasetype where step.typtype = 'd'
  ) select * from step order by depth desc limit 1)`

/** The name of the type `b` as this code knows it: an array has its element's type followed by `[]`. */
export const typeName: SQL = sql`case when b.typcategory = 'A' and b.typelem <> 0
  then (select typname from pg_type where oid = b.typelem) || '[]' else b.typname::text end`
