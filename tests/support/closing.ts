import { sql } from 'drizzle-orm'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { closeNextDue } from '#src/features/closing/closing-rounds.server.ts'
import type { Config } from '#src/server/config.server.ts'
import { idOf } from './base-info.ts'
import { secret } from './deps.ts'
import { addMember, startMembers } from './members.ts'
import { configure, outboxOf } from './outbox.ts'
import { plain } from './registration.ts'
import { smtpServer } from './smtp.ts'

/** Starts the API with a real mail server and a member `pupil_li`, whom `boss` looks after. */
export async function startClosing(settings: Partial<Config> = {}) {
  const smtp = await smtpServer()
  const api = await startMembers()
  await configure(api, { mailMode: 'smtp', ...smtp.settings, ...settings })
  const { outbox } = outboxOf(api)
  const { db, boss, places } = api
  const person = { orgId: places.S1, name: 'Li Xiaolan', nickname: 'Xiaolan', email: 'xiaolan@school.test' }
  const id = idOf(await addMember(boss, person))
  const li = await api.signIn('user', 'pupil_li')
  return {
    ...api,
    id,
    li,
    outbox,
    ask: () => li('POST', '/api/user/closing'),
    withdraw: () => li('POST', '/api/user/closing/withdraw'),
    /** Sends what is in the outbox. @returns what has arrived since the last look */
    letters: async () => {
      await outbox.round()
      return smtp.arrived.splice(0).map(({ to, source }) => ({ to: to.join(), text: plain(source) }))
    },
    /** The time to think is over, of one member or of all. */
    makeDue: (of?: number) =>
      db.execute(sql`update closing_request set due_time = now() - interval '1 minute'
        where state = 'waiting' and coalesce(account_id = ${of ?? null}::bigint, true)`),
    /** Closes all that is due, as a process that runs. @returns how many accounts */
    sweep: async () => {
      let closed = 0
      while (await closeNextDue(db, secret)) closed += 1
      return closed
    },
    states: async (of = id) => {
      const { rows } = await db.execute<{ state: string }>(
        sql`select state from closing_request where account_id = ${of} order by id`,
      )
      return rows.map(({ state }) => state)
    },
    nameOf: async (of = id) => {
      const { rows } = await db.execute<{ username: string }>(sql`select username from account where id = ${of}`)
      return rows[0]?.username
    },
    /** Members with an address whose requests are due. @returns their ids */
    dueMembers: (count: number) =>
      write(db, systemAuthor, 'seed', async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          with made as (
            insert into account (kind, username, nickname, email)
            select 'user', 'leaver' || n, 'Leaver ' || n, 'leaver' || n || '@school.test'
            from generate_series(1, ${count}::int) n returning id),
          profiles as (insert into member_profile (account_id, org_id) select id, ${places.S1}::bigint from made)
          select id from made order by id`)
        await tx.execute(sql`insert into closing_request (account_id, due_time)
          select id, now() - interval '1 minute' from account where username like 'leaver%'`)
        return rows.map((row) => Number(row.id))
      }),
  }
}
