import { type SQL, sql } from 'drizzle-orm'
import { organization } from '#src/db/organization.table.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'

// Files name a school and a class, as people do. The class is found among those of the school: most schools have a
// "Class 1".

/**
 * Common table expressions of the schools and classes that an actor sees: `place` has each once, with `level_ids` and
 * `school_id`; `named` has each of their names as `text`. A code counts more than a name.
 */
export function namedPlaces(actor: Actor): SQL {
  const { id, code, name, shortName, type, path, levelIds } = organization
  const visible = scope(actor, 'organizations') ?? sql`true`
  return sql`
    place as materialized (
      select ${id} as id, ${code} as code, ${name}::text as name, ${shortName}::text as short_name, ${type} as type,
        ${levelIds} as level_ids, school_of(${id}) as school_id, string_to_array(trim(both '/' from ${path}), '/')::bigint[] as above
      from ${organization} where ${type} in ('school', 'campus', 'class') and ${visible}
    ), named as (
      select code as text, 0 as rank, place.* from place
      union all select name, 1, place.* from place
      union all select short_name, 2, place.* from place where short_name not in ('', name)
    )`
}

/**
 * Common table expressions that find the school and the class of lines, after `namedPlaces`. They need a relation
 * `line` with the texts `school` and `class`, null where a line names none, and `school_was`: the id of the school of
 * lines without one. `placed` has the columns of `line`, and:
 * - `schools` and `classes`: how many have these names
 * - `school_id` and `class_id`: the only one, or one of several
 * - `level_ids` and `home_school` of the school in which the class was looked for
 */
export const placedLines = sql`
    school as materialized (
      select text, min(id) as id, count(*) as found from (
        select asked.text, n.id, n.rank, min(n.rank) over (partition by asked.text) as best
        from (select distinct school as text from line) asked join named n on n.text = asked.text and n.type <> 'class'
      ) ranked where rank = best group by text
    ), inside as (
      -- A class is asked for in a school, or anywhere (0).
      select distinct coalesce(school.id, line.school_was, 0) as school_id, line.class as text
      from line left join school on school.text = line.school and school.found = 1 where line.class is not null
    ), class as materialized (
      select school_id, text, min(id) as id, count(*) as found from (
        select i.school_id, i.text, n.id, n.rank, min(n.rank) over (partition by i.school_id, i.text) as best
        from inside i join (
          select n.text, n.rank, n.id, above.id as school_id from named n, lateral unnest(n.above || 0::bigint) above (id) where n.type = 'class'
        ) n on n.text = i.text and n.school_id = i.school_id
      ) ranked where rank = best group by school_id, text
    ), placed as materialized (
      select line.*, school.id as school_id, coalesce(school.found, 0) as schools, class.id as class_id,
        coalesce(class.found, 0) as classes, home.level_ids, home.school_id as home_school
      from line left join school on school.text = line.school
        left join class on class.text = line.class
          and class.school_id = coalesce(case when school.found = 1 then school.id end, line.school_was, 0)
        left join place home on home.id = coalesce(case when school.found = 1 then school.id end, line.school_was)
    )`
