import { type SQL, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import type { ImportWriter } from '#src/server/crud/import-writer.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { label } from './label.ts'

// Scores of pupils in courses. A line of a file is a pupil with a score for each course, or a pupil with one course and
// its score. For tests only.

const pupil = pgTable('pupil', { ...baseColumns, number: text().notNull(), name: text().notNull() })
export const course = pgTable('course', { ...baseColumns, name: text().notNull() })
export const score = pgTable('score', {
  ...baseColumns,
  pupilId: bigint({ mode: 'number' }).notNull(),
  courseId: bigint({ mode: 'number' }).notNull(),
  mark: integer().notNull(),
  remark: text().notNull().default(''),
  room: text().notNull(),
})

const scoreDescription: Description = {
  key: 'score',
  menu: 'baseInfo/organization',
  title: label('Score'),
  rowTitle: 'id',
  lines: true,
  fields: [
    { name: 'pupilId', type: 'relation', resource: 'pupil', label: label('Pupil'), required: true, addOnly: true },
    { name: 'courseId', type: 'relation', resource: 'course', label: label('Course'), required: true, addOnly: true },
    { name: 'mark', type: 'integer', label: label('Mark'), required: true, min: 0, max: 150, bulk: true },
    { name: 'remark', type: 'text', label: label('Remark'), max: 50, node: 'baseInfo/subject/edit' },
    { name: 'room', type: 'text', label: label('Room'), required: true, max: 20 },
  ],
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,asc',
}

const relations = {
  pupilId: relationTo({ table: pupil, scope: 'unscoped', search: ['name'], order: [] }),
  courseId: relationTo({ table: course, scope: 'unscoped', search: ['name'], order: [] }),
}

/** The rows of the lines, and what is wrong with them. */
function rowsOf(lines: SQL): SQL {
  return sql`
    with line as (
      select l.line, l.given, p.id as pupil, p.name, p.room
      from ${lines} l left join pupil p on p.number = l.given ->> 'number'
    ), cell as (
      select line.*, c.id as course, 'c' || c.id as field, given ->> ('c' || c.id) as mark, null as remark
      from line join course c on given ? ('c' || c.id)
      union all
      select line.*, (given ->> 'course')::bigint, 'mark', given ->> 'mark', given ->> 'remark' from line
      where given ? 'course' and given ? 'mark'
    )
    select line, field, jsonb_strip_nulls(jsonb_build_object('pupil_id', pupil, 'course_id', course, 'mark', mark::int,
        'remark', remark, 'room', room)) as gives,
      null as problem, case when mark::int > 100 then 'high' end as doubt, jsonb_build_object('mark', mark) as given
    from cell where pupil is not null and mark::int <= 120
    union all
    select line, field, null, 'above', null, jsonb_build_object('most', 120) from cell where mark::int > 120
    union all
    select line, 'number', null, 'unknown', null, jsonb_build_object('number', given ->> 'number') from line where pupil is null
    union all
    select line, 'name', null, null, 'name', jsonb_build_object('name', name) from line where given ->> 'name' <> name`
}

const importer: ImportWriter = {
  columns: async (db) => {
    const courses = await db.select({ id: course.id, name: course.name }).from(course).orderBy(course.id)
    const wide = courses.map(
      ({ id, name }): Field => ({ name: `c${id}`, type: 'integer', label: label(name), min: 0, max: 150 }),
    )
    return {
      title: 'number',
      fields: [
        { name: 'number', type: 'text', label: label('Number'), required: true, max: 20 },
        { name: 'name', type: 'text', label: label('Name'), max: 50 },
        ...wide,
        { name: 'course', type: 'relation', resource: 'course', label: label('Course') },
        { name: 'mark', type: 'integer', label: label('Mark'), min: 0, max: 150 },
        { name: 'remark', type: 'text', label: label('Remark'), max: 50, node: 'baseInfo/subject/edit' },
      ],
      relations: { course: relations.courseId },
      synonyms: { number: ['KSH'] },
    }
  },
  key: ['pupilId', 'courseId'],
  gives: ['pupilId', 'courseId', 'mark', 'remark', 'room'],
  shows: ['mark', 'remark'],
  rowsOf: ({ lines }) => rowsOf(lines),
  says: {
    unknown: ({ number }) => `Nobody has the number ${number}`,
    above: ({ most }) => `At most ${most}`,
    high: ({ mark }) => `Is ${mark} right?`,
    name: ({ name }) => `The name is ${name}`,
  },
}

/** Writes the scores with two statements of its own, and counts them at the pupils. */
const writesItself: ImportWriter = {
  ...importer,
  async write({ tx }, rows) {
    await tx.execute(sql`
      insert into score (id, pupil_id, course_id, mark, room)
      select target, n.pupil_id, n.course_id, n.mark, n.room from ${rows} r cross join lateral jsonb_populate_record(null::score, r.gives) n
      where action = 'new' order by target`)
    await tx.execute(sql`
      update score s set mark = (r.gives ->> 'mark')::int from ${rows} r where r.action = 'changed' and s.id = r.target`)
    await tx.execute(sql`
      update pupil p set scores = scores + added.count from (
        select (r.gives ->> 'pupil_id')::bigint as id, count(*)::int as count from ${rows} r where action = 'new' group by 1
      ) added where p.id = added.id`)
  },
}

/** @param atOnce with the writer that writes all rows itself */
export function scoreResource({ atOnce = false }: { atOnce?: boolean }) {
  return compileResource({
    description: scoreDescription,
    table: score,
    // An officer sees the room of the same name.
    scope: (actor) => (actor.super ? undefined : sql`${score.room} = ${actor.username}`),
    relations,
    write: { import: atOnce ? writesItself : importer },
  })
}
