import { sql } from 'drizzle-orm'
import type { Node } from '#src/resource/registry.ts'
import { addOrganizations } from './api.ts'
import { importer } from './imports.ts'
import { addOfficer } from './officer.ts'
import { BASE_SQL, startWith, triggers } from './own-resource.ts'
import { scoreResource } from './score-resource.ts'

const nodes = [
  'baseInfo/organization/index',
  'baseInfo/organization/add',
  'baseInfo/organization/edit',
  'baseInfo/organization/del',
] as const satisfies readonly Node[]

const tables = [
  `create table pupil (${BASE_SQL}, number text not null unique, name text not null, room text not null, scores int not null default 0)`,
  `create table course (${BASE_SQL}, name text not null unique)`,
  `create table score (${BASE_SQL}, pupil_id bigint not null references pupil (id), course_id bigint not null references course (id),
    mark int not null, remark text not null default '', room text not null, unique (pupil_id, course_id))`,
]

/**
 * Starts the API and its background work with pupils P1, P2 … in the rooms `east` and `west`, the courses Art, Maths
 * and Music, and an officer of the room `east`.
 */
export async function scores(asked: { pupils?: number; atOnce?: boolean; work?: boolean } = {}) {
  const { pupils = 4, work = true } = asked
  const resource = scoreResource(asked)
  const api = await startWith([resource], [...tables, ...['pupil', 'course', 'score'].flatMap(triggers)])
  await api.db.execute(sql`
    insert into pupil (number, name, room) select 'P' || n, 'Pupil ' || n, case when n % 2 = 1 then 'east' else 'west' end
    from generate_series(1, ${pupils}::int) n`)
  await api.db.execute(sql`insert into course (name) values ('Art'), ('Maths'), ('Music')`)
  if (work) await api.jobs.start()
  const ids = await addOrganizations(api.admin)
  await addOfficer(api, { username: 'east', nodes: [...nodes], scope: 'all', deptId: ids.B })
  /** All scores as `pupil course mark`, in the order of their ids. */
  const all = async () => {
    const { rows } = await api.db.execute<{ text: string }>(sql`
      select p.number || ' ' || c.name || ' ' || s.mark as text from score s
        join pupil p on p.id = s.pupil_id join course c on c.id = s.course_id order by s.id`)
    return rows.map(({ text }) => text)
  }
  const officer = await api.signIn('admin', 'east')
  return { ...api, ...importer(api, api.admin, 'score'), all, officer, resource }
}

/** A file of the given lines. */
export const csv = (...lines: string[]) => `${lines.join('\n')}\n`
