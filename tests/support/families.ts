import { sql } from 'drizzle-orm'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { CodeHolder, Kin } from '#src/features/family/kin.ts'
import type { Node } from '#src/resource/registry.ts'
import type { Caller } from './api.ts'
import { idOf } from './base-info.ts'
import { addMember } from './members.ts'
import { addOfficer } from './officer.ts'
import { startStudents } from './students.ts'

type Slip = { number: string; name: string; school: string; class: string; holder: CodeHolder; code: string }
type Linked = { id: number; name: string; school: string; class: string; relation: string; createTime: string }

const office: Node[] = [
  'baseInfo/student/index',
  'baseInfo/guardian/index',
  'baseInfo/guardian/del',
  'baseInfo/guardian/code',
  'baseInfo/organization/index',
]

/**
 * Starts the API with two schools, a pupil in each, and the member `mother`. `east` and `west` look after a school
 * each.
 */
export async function startFamilies() {
  const made = await startStudents()
  const { call, east, west, pupil, db } = made
  const li = idOf(await pupil({ number: 'S1', name: 'Li Lei', orgId: east.one }))
  const han = idOf(await pupil({ number: 'S2', name: '韩梅梅', orgId: west.one }))
  await addOfficer(made, { username: 'east', nodes: office, scope: 'orgBelow', deptId: east.id })
  await addOfficer(made, { username: 'west', nodes: office, scope: 'orgBelow', deptId: west.id })
  const [eastOfficer, westOfficer] = [await made.signIn('admin', 'east'), await made.signIn('admin', 'west')]
  const motherId = idOf(await addMember(call, { username: 'mother', nickname: 'Wang Fang' }))
  const mother = await made.signIn('user', 'mother')
  const codesOf = async (ids: number[], holder: CodeHolder = 'guardian', each = 1, by: Caller = call) => {
    const answer = await by('POST', '/adminApi/guardian/code', { ids, holder, each })
    if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
    return (answer.data as { slips: Slip[] }).slips.map(({ code }) => code)
  }
  const codeOf = async (id: number, holder: CodeHolder = 'guardian') => (await codesOf([id], holder))[0] ?? ''
  return {
    ...made,
    li,
    han,
    motherId,
    mother,
    eastOfficer,
    westOfficer,
    codesOf,
    codeOf,
    bind,
    /** A new code, and the link that the member makes with it. @returns the id of the link */
    link: async (by: Caller, id: number, relation: Kin = 'mother') =>
      idOf(await bind(by, await codeOf(id, relation === 'self' ? 'self' : 'guardian'), relation)),
    /** Another member, signed in. */
    member: async (username: string) => {
      idOf(await addMember(call, { username, nickname: username }))
      return made.signIn('user', username)
    },
    /** The stored links: pupil, user name and relation. */
    links: async () => {
      const { rows } = await db.execute<{ link: string }>(sql`
        select concat_ws(' ', s.number, a.username, g.relation) as link from guardian g
          join student s on s.id = g.student_id join account a on a.id = g.account_id order by g.id`)
      return rows.map(({ link }) => link)
    },
    codesStored: async () => {
      const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from family_code`)
      return rows[0]?.count ?? 0
    },
    /** Links of members that nobody signs in as. */
    fill: (values: { students: number[]; members: number[]; relation?: Kin }) =>
      write(db, systemAuthor, 'seed', (tx) =>
        tx.execute(sql`insert into guardian (student_id, account_id, relation)
          select s, a, ${values.relation ?? 'other'}
          from unnest(${sql.param(values.students)}::bigint[]) s, unnest(${sql.param(values.members)}::bigint[]) a`),
      ),
  }
}

/** Uses a code, as a mother or what else is said. */
export function bind(by: Caller, code: string, relation: Kin | undefined = 'mother') {
  return by('POST', '/api/family/bind', { code, ...(relation === 'self' ? {} : { relation }) })
}

/** Looks at a code. */
export const check = (by: Caller, code: string) => by('POST', '/api/family/check', { code })

/** What a member sees of the own links. */
export async function ownLinks(by: Caller): Promise<Linked[]> {
  const answer = await by('GET', '/api/family/index')
  if (answer.code !== 200) throw new Error(answer.msg)
  return (answer.data as { list: Linked[] }).list
}

/** The rows that an officer sees in the list of family accounts. */
export async function seenLinks(by: Caller): Promise<Record<string, unknown>[]> {
  const answer = await by('GET', '/adminApi/guardian/index?limit=100')
  if (answer.code !== 200) throw new Error(answer.msg)
  return (answer.data as { list: Record<string, unknown>[] }).list
}
