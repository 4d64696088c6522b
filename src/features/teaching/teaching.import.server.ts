import { type SQL, sql } from 'drizzle-orm'
import { currentTerm } from '#src/db/current-term.server.ts'
import { account, adminProfile } from '#src/db/identity.table.server.ts'
import { accountsSeen, namesKnownTo } from '#src/features/auth/account.relation.server.ts'
import { namedPlaces, placedLines } from '#src/features/org/named-places.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { ImportWriter, LineColumns } from '#src/server/crud/import-writer.server.ts'
import { teachingSynonyms } from './teaching.synonyms.server.ts'

// Files of assignments name teacher, school, class, subject and term as people do, so their lines are no rows.

function columns(): LineColumns {
  return {
    title: 'teacher',
    fields: [
      { name: 'teacher', type: 'text', label: m.teaching_teacher, required: true, max: 100 },
      { name: 'school', type: 'text', label: m.teaching_school, max: 100 },
      { name: 'class', type: 'text', label: m.teaching_class, required: true, max: 100 },
      { name: 'subject', type: 'text', label: m.teaching_subject, required: true, max: 100 },
      { name: 'term', type: 'text', label: m.teaching_term, max: 50 },
    ],
    synonyms: teachingSynonyms,
  }
}

/** The accounts that the actor may choose, by what they are called: user name and mobile number count most. */
function namedTeachers(actor: Actor): SQL {
  const ranked = namesKnownTo(actor).map((column) => {
    const rank = column === account.nickname || column === account.name ? 1 : 0
    return sql`select ${column}::text as text, ${sql.raw(String(rank))} as rank, ${account.id} as id,
      (select school_of(${adminProfile.deptId}) from ${adminProfile} where ${adminProfile.accountId} = ${account.id}) as school_id
      from ${account} where ${accountsSeen(actor)} and ${column}::text in (select teacher from line)`
  })
  return sql`
    teachers as materialized (
      select text, id, min(school_id) as school_id from (
        select called.*, min(rank) over (partition by text) as best from (${sql.join(ranked, sql` union all `)}) called
      ) ranked where rank = best group by text, id
    )`
}

const namedSubjects = sql`
  subjects as materialized (
    select text, min(id) as id, count(*) as found from (
      select called.*, min(rank) over (partition by text) as best from (
        select code::text as text, 0 as rank, id from subject union all select name::text, 1, id from subject) called
    ) ranked where rank = best group by text
  )`

/** Terms by their names and by the usual short forms, all without spaces: `2025-2026-1`, `2025-2026学年第一学期`. */
const namedTerms = sql`
  terms as materialized (
    select text, min(id) as id, count(*) as found from (
      select distinct term.id, lower(replace(called, ' ', '')) as text from term,
        lateral (select school_year || '-' || school_year + 1 as years,
          case number when 1 then '第一学期' when 2 then '第二学期' else '夏季学期' end as zh,
          case number when 1 then 'firstterm' when 2 then 'secondterm' else 'summerterm' end as en) parts,
        lateral unnest(array[term.name::text, years || number, years || '-' || number, years || '(' || number || ')',
          years || '第' || number || '学期', years || '学年第' || number || '学期', years || zh, years || '学年' || zh, years || en]) called
    ) named group by text
  )`

/** What the lines mean: the term, the class, the subject, and the teachers who have the name. */
function meaningOf(lines: SQL, actor: Actor): SQL {
  return sql`
    ${namedPlaces(actor)}, line as materialized (
      select l.line, l.given, l.given ->> 'teacher' as teacher, l.given ->> 'school' as school, l.given ->> 'class' as class,
        l.given ->> 'subject' as subject, l.given ->> 'term' as term, null::bigint as school_was
      from ${lines} l
    ), ${placedLines}, ${namedTeachers(actor)}, ${namedSubjects}, ${namedTerms}, asked_teacher as (
      select distinct placed.teacher, own.school_id from placed left join place own on own.id = placed.class_id
    ), called_teacher as materialized (
      -- Among several of one name, those of the school of the class count.
      select teacher, school_id, array_agg(id order by id) as ids from (
        select asked.*, t.id, t.school_id = asked.school_id as fits,
          bool_or(t.school_id = asked.school_id) over (partition by asked.teacher, asked.school_id) as one_fits
        from asked_teacher asked join teachers t on t.text = asked.teacher
      ) called where fits or one_fits is not true group by teacher, school_id
    ), found as materialized (
      select placed.*, people.ids as teacher_ids, subjects.id as subject_id, coalesce(subjects.found, 0) as subjects,
        case when placed.term is null then ${currentTerm} else terms.id end as term_id, coalesce(terms.found, 0) as terms
      from placed left join subjects on subjects.text = placed.subject
        left join terms on terms.text = lower(replace(translate(placed.term, '（）–—', '()--'), ' ', ''))
        left join place own on own.id = placed.class_id
        left join called_teacher people on people.teacher = placed.teacher and people.school_id is not distinct from own.school_id
    )`
}

/** Signs between the names of a list: "语文、数学". */
const listed = (column: string) => sql`${sql.raw(column)} ~ '[、,，;；/&+]'`

/** One problem of a line, at a column. */
function problem(field: string, code: string, given: SQL, where: SQL): SQL {
  return sql`select line, ${field}, null::jsonb, ${code}, null, jsonb_build_object(${given}) from found where ${where}`
}

function rowsOf(lines: SQL, actor: Actor): SQL {
  const inSchool = sql`(school is null or schools = 1)`
  const noClass = sql`classes = 0 and ${inSchool}`
  return sql`with ${meaningOf(lines, actor)}
    select line, 'teacher'::text as field, jsonb_build_object('term_id', term_id, 'org_id', class_id, 'subject_id', subject_id,
        'account_id', teacher_ids[1]) as gives, null::text as problem, null::text as doubt, '{}'::jsonb as given
    from found where ${inSchool} and classes = 1 and subjects = 1 and cardinality(teacher_ids) = 1
      and term_id is not null and (term is null or terms = 1)
    union all ${problem('teacher', 'teacher', sql`'teacher', teacher`, sql`teacher_ids is null`)}
    union all ${problem('teacher', 'teachers', sql`'teacher', teacher, 'count', cardinality(teacher_ids)::text`, sql`cardinality(teacher_ids) > 1`)}
    union all ${problem('school', 'school', sql`'school', school`, sql`school is not null and schools = 0`)}
    union all ${problem('school', 'schools', sql`'school', school, 'count', schools::text`, sql`schools > 1`)}
    union all ${problem('class', 'class', sql`'class', class`, sql`${noClass} and not ${listed('class')}`)}
    union all ${problem('class', 'classList', sql`'class', class`, sql`${noClass} and ${listed('class')}`)}
    union all ${problem('class', 'classes', sql`'class', class, 'count', classes::text`, sql`classes > 1 and ${inSchool}`)}
    union all ${problem('subject', 'subject', sql`'subject', subject`, sql`subjects = 0 and not ${listed('subject')}`)}
    union all ${problem('subject', 'subjectList', sql`'subject', subject`, sql`subjects = 0 and ${listed('subject')}`)}
    union all ${problem('subject', 'subjects', sql`'subject', subject, 'count', subjects::text`, sql`subjects > 1`)}
    union all ${problem('term', 'noTerm', sql`'term', ''`, sql`term is null and term_id is null`)}
    union all ${problem('term', 'term', sql`'term', term`, sql`term is not null and terms = 0`)}
    union all ${problem('term', 'terms', sql`'term', term, 'count', terms::text`, sql`terms > 1`)}`
}

/** Reads files of assignments. Each line is one teacher, one class and one subject. */
export const teachingLines: ImportWriter = {
  columns,
  key: ['termId', 'orgId', 'subjectId', 'accountId'],
  gives: ['termId', 'orgId', 'subjectId', 'accountId'],
  rowsOf: ({ lines, actor }) => rowsOf(lines, actor),
  says: {
    teacher: ({ teacher = '' }) => m.teaching_lineTeacher({ teacher }),
    teachers: ({ teacher = '', count = '' }) => m.teaching_lineTeachers({ teacher, count }),
    school: ({ school = '' }) => m.teaching_lineSchool({ school }),
    schools: ({ school = '', count = '' }) => m.teaching_lineSchools({ school, count }),
    class: ({ class: name = '' }) => m.teaching_lineClass({ name }),
    classList: ({ class: names = '' }) => m.teaching_lineClassList({ names }),
    classes: ({ class: name = '', count = '' }) => m.teaching_lineClasses({ name, count }),
    subject: ({ subject = '' }) => m.teaching_lineSubject({ subject }),
    subjectList: ({ subject: names = '' }) => m.teaching_lineSubjectList({ names }),
    subjects: ({ subject = '', count = '' }) => m.teaching_lineSubjects({ subject, count }),
    noTerm: () => m.teaching_lineNoTerm(),
    term: ({ term = '' }) => m.teaching_lineTerm({ term }),
    terms: ({ term = '', count = '' }) => m.teaching_lineTerms({ term, count }),
  },
}
