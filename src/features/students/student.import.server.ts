import { type SQL, sql } from 'drizzle-orm'
import { siteToday } from '#src/db/current-term.server.ts'
import { educateLevel } from '#src/features/educate-level/educate-level.table.server.ts'
import { namedPlaces, placedLines } from '#src/features/org/named-places.server.ts'
import { studentYear } from '#src/features/student-year/student-year.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { genders } from '#src/lib/genders.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { ImportWriter, LineColumns } from '#src/server/crud/import-writer.server.ts'
import { studentStates } from './student.schema.ts'
import { studentSynonyms } from './student.synonyms.server.ts'
import { enrolment, student } from './student.table.server.ts'

// Files of pupils name a school and a class, as people do. So a line is no row of the resource, which has one place.

function columns(): LineColumns {
  return {
    title: 'number',
    fields: [
      {
        name: 'number',
        type: 'text',
        label: m.student_number,
        required: true,
        max: 32,
        rule: 'studentNumber',
      },
      { name: 'name', type: 'text', label: m.student_name, max: 50, rule: 'name' },
      { name: 'gender', type: 'select', label: m.student_gender, options: genders },
      { name: 'year', type: 'text', label: m.student_year, max: 50 },
      { name: 'school', type: 'text', label: m.student_school, max: 100 },
      { name: 'class', type: 'text', label: m.student_org, max: 100 },
      { name: 'since', type: 'date', label: m.student_since },
      { name: 'status', type: 'select', label: m.student_status, options: studentStates },
      { name: 'until', type: 'date', label: m.student_until },
    ],
    synonyms: studentSynonyms,
  }
}

/** The student years by what files call them: by their name, by the years of entry and of graduation. */
const namedYears = sql`
  years as (
    select year.id, year.level_id, called from ${studentYear} year join ${educateLevel} level on level.id = year.level_id,
      lateral unnest(array[year.name::text, year.entry_year || '级', year.graduation_year || '届', year.entry_year::text,
        level.name || year.entry_year || '级', level.name || year.graduation_year || '届']) called
    group by year.id, year.level_id, called
  )`

/** The first day of the current school year: who is new in a file without days was there from then on. */
const firstDay = sql`make_date(school_year(), 9, 1)`

/** What the lines mean: the pupil that is stored, the school, the class and the year. */
function meaningOf(lines: SQL, actor: Actor): SQL {
  return sql`
    ${namedPlaces(actor)}, ${namedYears}, line as materialized (
      select l.line, l.given, s.id as pupil, s.name::text as was, s.org_id as org_was, s.since as since_was,
        s.status as status_was, s.until as until_was, before.school_id as school_was, l.given ->> 'number' as number, l.given ->> 'name' as name,
        l.given ->> 'year' as year, l.given ->> 'school' as school,
        -- Where there is no class, an export names the school twice.
        nullif(l.given ->> 'class', l.given ->> 'school') as class
      from ${lines} l left join ${student} s on s.number = l.given ->> 'number'
        left join place before on before.id = s.org_id
    ), ${placedLines}, found as materialized (
      select placed.*, coalesce(class_id, school_id) as org_id from placed
    ), asked_year as (
      select distinct year, level_ids from found where year is not null
    ), called_year as materialized (
      -- Among several levels, that of the school counts.
      select year, level_ids, array_agg(id order by id) as ids from (
        select asked.*, y.id, y.level_id = any (asked.level_ids) as fits,
          bool_or(y.level_id = any (asked.level_ids)) over (partition by asked.year, asked.level_ids) as one_fits
        from asked_year asked join years y on y.called = asked.year
      ) called where fits or one_fits is not true group by year, level_ids
    ), fitting as materialized (
      select found.*, called_year.ids as year_ids,
        coalesce(given ->> 'status', case when given ? 'until' and not given ? 'status' then 'left' end) as state,
        given ->> 'status' in ('active', 'suspended') and status_was in ('left', 'graduated') as comes_back
      from found left join called_year on called_year.year = found.year and called_year.level_ids is not distinct from found.level_ids
    ), dated as materialized (
      select fitting.*, coalesce((given ->> 'since')::date, case when pupil is null then ${firstDay}
          when comes_back or (org_id is not null and org_id is distinct from org_was) then greatest(${siteToday}, since_was) end) as first_day,
        coalesce(state, status_was, 'active') in ('left', 'graduated') as is_gone,
        coalesce((given ->> 'until')::date, case when comes_back is not true then until_was end) as last_day
      from fitting
    )`
}

/** One remark about a line. */
function remark(field: string, what: 'problem' | 'doubt', code: string, given: SQL, where: SQL): SQL {
  const says = what === 'problem' ? sql`${code}, null` : sql`null, ${code}`
  return sql`select line, ${field}, null::jsonb, ${says}, jsonb_build_object(${given}) from dated where ${where}`
}

/** What can be wrong with the days of a line. */
const wrongDays = {
  stays: sql`not is_gone and given ? 'until'`,
  gone: sql`is_gone and last_day is null`,
  before: sql`is_gone and last_day < coalesce(first_day, since_was)`,
  earlier: sql`first_day < since_was and exists (
    select from ${enrolment} e where e.student_id = pupil and e.until >= first_day)`,
}

/** Several years fit. Where the place is unknown, the level is too, and only the place is said to be wrong. */
const manyYears = sql`cardinality(year_ids) > 1 and (pupil is not null or school is not null or class is not null)
  and (school is null or schools = 1) and (class is null or classes = 1)`

function rowsOf(lines: SQL, actor: Actor): SQL {
  const { stays, gone, before, earlier } = wrongDays
  return sql`with ${meaningOf(lines, actor)}
    select line, null::text as field, jsonb_strip_nulls(jsonb_build_object(
        'number', number, 'name', name, 'gender', given -> 'gender', 'year_id', year_ids[1],
        'org_id', case when pupil is null or org_id is distinct from org_was then org_id end,
        'since', first_day, 'status', state, 'until', given ->> 'until'))
        || case when comes_back then '{"until": null}'::jsonb else '{}' end as gives,
      null::text as problem, null::text as doubt, '{}'::jsonb as given
    from dated where (school is null or schools = 1) and (class is null or classes = 1)
      and (pupil is not null or (org_id is not null and name is not null)) and (year is null and pupil is not null or cardinality(year_ids) = 1)
      and not coalesce((${stays}) or (${gone}) or (${before}) or (${earlier}), false)
    union all ${remark('name', 'problem', 'noName', sql`'number', number`, sql`pupil is null and name is null`)}
    union all ${remark('class', 'problem', 'noPlace', sql`'number', number`, sql`pupil is null and school is null and class is null`)}
    union all ${remark('school', 'problem', 'school', sql`'school', school`, sql`school is not null and schools = 0`)}
    union all ${remark('school', 'problem', 'schools', sql`'school', school, 'count', schools::text`, sql`schools > 1`)}
    union all ${remark('class', 'problem', 'class', sql`'class', class`, sql`class is not null and classes = 0 and (school is null or schools = 1)`)}
    union all ${remark('class', 'problem', 'classes', sql`'class', class, 'count', classes::text`, sql`classes > 1 and (school is null or schools = 1)`)}
    union all ${remark('year', 'problem', 'noYear', sql`'number', number`, sql`pupil is null and year is null`)}
    union all ${remark('year', 'problem', 'year', sql`'year', year`, sql`year is not null and year_ids is null`)}
    union all ${remark('year', 'problem', 'years', sql`'year', year, 'count', cardinality(year_ids)::text`, manyYears)}
    union all ${remark('until', 'problem', 'stays', sql`'number', number`, stays)}
    union all ${remark('until', 'problem', 'gone', sql`'number', number`, gone)}
    union all ${remark('until', 'problem', 'before', sql`'number', number`, before)}
    union all ${remark('since', 'problem', 'earlier', sql`'day', since_was::text, 'end', (since_was - 1)::text`, earlier)}
    union all ${remark('name', 'doubt', 'renamed', sql`'name', was`, sql`pupil is not null and name <> was`)}
    union all ${remark('school', 'doubt', 'elsewhere', sql`'name', coalesce(name, was)`, sql`school is not null and home_school <> school_was`)}
    union all ${remark(
      'year',
      'doubt',
      'level',
      sql`'year', year`,
      sql`cardinality(year_ids) = 1 and cardinality(level_ids) > 0
      and not exists (select from ${studentYear} y where y.id = year_ids[1] and y.level_id = any (level_ids))`,
    )}`
}

/** Reads files of pupils, whose lines name a school and a class. */
export const studentLines: ImportWriter = {
  columns,
  key: ['number'],
  gives: ['number', 'name', 'gender', 'yearId', 'orgId', 'since', 'status', 'until'],
  rowsOf: ({ lines, actor }) => rowsOf(lines, actor),
  says: {
    noName: () => m.student_lineNoName(),
    noPlace: () => m.student_lineNoPlace(),
    school: ({ school = '' }) => m.student_lineSchool({ school }),
    schools: ({ school = '', count = '' }) => m.student_lineSchools({ school, count }),
    class: ({ class: name = '' }) => m.student_lineClass({ name }),
    classes: ({ class: name = '', count = '' }) => m.student_lineClasses({ name, count }),
    noYear: () => m.student_lineNoYear(),
    year: ({ year = '' }) => m.student_lineYear({ year }),
    years: ({ year = '', count = '' }) => m.student_lineYears({ year, count }),
    stays: () => m.student_untilStays(),
    gone: () => m.student_lineGone(),
    before: () => m.student_untilBefore(),
    earlier: ({ day = '', end = '' }) => m.student_lineEarlier({ day, end }),
    renamed: ({ name = '' }) => m.student_lineRenamed({ name }),
    elsewhere: ({ name = '' }) => m.student_lineElsewhere({ name }),
    level: ({ year = '' }) => m.student_lineLevel({ year }),
  },
}
