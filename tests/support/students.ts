import { sql } from 'drizzle-orm'
import { studentYear } from '#src/features/student-year/student-year.table.server.ts'
import { startApi } from './api.ts'
import { type Call, idOf, rowsBy } from './base-info.ts'
import { importer } from './imports.ts'

/**
 * Starts the API and its jobs with two schools of a district, each with two classes of the same names. `year` is the
 * junior year that entered in 2024.
 */
export async function startStudents() {
  const api = await startApi()
  await api.jobs.start()
  const call = await api.signIn()
  const levels = await rowsBy(call, 'educate-level', 'code')
  const levelIds = [levels.junior?.id]
  const add = async (values: object) =>
    idOf(await call('POST', '/adminApi/organization/add', { status: 1, levelIds, ...values }))
  const district = await add({ code: 'D', name: 'District', type: 'district' })
  const school = async (code: string, name: string) => {
    const id = await add({ pid: district, code, name, type: 'school' })
    const one = await add({ pid: id, code: `${code}-1`, name: 'Class 1', type: 'class' })
    const two = await add({ pid: id, code: `${code}-2`, name: 'Class 2', type: 'class' })
    return { id, one, two }
  }
  const [east, west] = [await school('E', 'East School'), await school('W', 'West School')]
  await api.db.execute(sql`delete from ${studentYear} where entry_year = 2024`)
  const year = idOf(
    await call('POST', '/adminApi/student-year/add', {
      levelId: levels.junior?.id,
      entryYear: 2024,
      name: 'Junior 2024',
    }),
  )
  return {
    ...api,
    call,
    district,
    east,
    west,
    year,
    levels,
    ...importer(api, call, 'student'),
    pupil: pupilOf(call, year),
  }
}

function pupilOf(call: Call, yearId: number) {
  return (values: object) =>
    call('POST', '/adminApi/student/add', { yearId, since: '2024-09-01', gender: 0, status: 'active', ...values })
}

/** All places of a pupil, the earliest first: `<id of the organization> <first day> <last day> <kind>`. */
export async function placesOf({ db }: Pick<Awaited<ReturnType<typeof startApi>>, 'db'>, number: string) {
  const { rows } = await db.execute<{ place: string }>(sql`
    select concat_ws(' ', e.org_id, e.since, e.until, e.kind) as place from enrolment_span e join student s on s.id = e.student_id
    where s.number = ${number} order by e.since`)
  return rows.map(({ place }) => place)
}
