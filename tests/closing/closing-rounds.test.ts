import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { closeNextDue } from '#src/features/closing/closing-rounds.server.ts'
import { startClosing } from '../support/closing.ts'
import { secret } from '../support/deps.ts'

type Started = Awaited<ReturnType<typeof startClosing>>

function startRounds(url: string): ChildProcess {
  const child = spawn(process.execPath, ['tests/support/closing-process.ts', url, secret], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** How many accounts are closed, and how often in all. */
async function closedOf({ db }: Pick<Started, 'db'>) {
  const { rows } = await db.execute<{ people: number; times: number; mails: number; done: number }>(sql`
    select (select count(*)::int from account where username like 'gone%') as people,
      (select count(*)::int from redaction) as times,
      (select count(*)::int from message_out where event = 'closing_done') as mails,
      (select count(*)::int from closing_request where state = 'done') as done`)
  return rows[0]
}

test('an account is closed when its time is over, once, and not while it is held; one that cannot be closed keeps no other', async () => {
  const started = await startClosing()
  const { db, id, li, boss, ask, sweep, makeDue, states, nameOf, letters, dueMembers } = started
  const [stuck = 0, free = 0] = await dueMembers(2)
  await db.execute(
    sql.raw(`create function stuck() returns trigger language plpgsql as $$
    begin if new.account_id = ${stuck} then raise exception 'stuck'; end if; return new; end $$`),
  )
  await db.execute(sql`create trigger stuck before insert on redaction for each row execute function stuck()`)
  const passed = new Set<number>()
  await expect(closeNextDue(db, secret, passed)).rejects.toThrow()
  expect(await closeNextDue(db, secret, passed)).toBe(true)
  expect(await closeNextDue(db, secret, passed)).toBe(false)
  expect([await states(stuck), await states(free)]).toEqual([['waiting'], ['done']])
  await db.execute(sql`drop trigger stuck on redaction`)
  expect(await closeNextDue(db, secret)).toBe(true)
  expect(await closedOf(started)).toEqual({ people: 2, times: 2, mails: 2, done: 2 })

  await ask()
  await letters()
  expect(await sweep()).toBe(0)
  expect((await li('GET', '/api/user/info')).code).toBe(200)
  await makeDue()
  // A legal hold keeps one, all of its kind, or all.
  const [other = 0] = await dueMembers(1)
  await db.execute(sql`insert into legal_hold (reason, extent, account_id) values ('Case', 'person', ${id})`)
  expect(await sweep()).toBe(1)
  expect(await nameOf(other)).toBe(`gone${other}`)
  for (const [extent, resource] of [
    ['all', null],
    ['resource', 'member'],
  ]) {
    await db.execute(sql`update legal_hold set extent = ${extent}, resource = ${resource}, account_id = null`)
    expect(await sweep()).toBe(0)
  }
  expect(await states()).toEqual(['waiting'])
  await db.execute(sql`delete from legal_hold`)
  await letters()
  expect(await sweep()).toBe(1)
  expect(await sweep()).toBe(0)
  expect(await states()).toEqual(['done'])
  expect(await nameOf()).toBe(`gone${id}`)
  expect((await li('GET', '/api/user/info')).code).toBe(401)
  expect(await letters()).toMatchObject([{ to: 'xiaolan@school.test' }])
  const { rows } = await db.execute(sql`
    select kind, actor_id, actor_name from change_set where kind = 'redact' order by id desc limit 1`)
  expect(rows).toEqual([{ kind: 'redact', actor_id: null, actor_name: 'system' }])

  // A round and the office close one member at once.
  const [both = 0] = await dueMembers(1)
  const [answer] = await Promise.all([boss('POST', '/adminApi/member/close', { id: both }), closeNextDue(db, secret)])
  expect([200, 409]).toContain(answer.code)
  expect(await sweep()).toBeLessThan(2)
  expect(await closedOf(started)).toEqual({ people: 5, times: 5, mails: 5, done: 5 })
})

test('who withdraws while rounds close has either withdrawn or is closed, once; without days to think, it is the next round', async () => {
  const started = await startClosing({ closingDays: 0 })
  const { db, signIn, ask, sweep, dueMembers, nameOf, states } = started
  await ask()
  expect(await sweep()).toBe(1)
  expect(await states()).toEqual(['done'])
  const ids = await dueMembers(6)
  const members = await Promise.all(ids.map((_, at) => signIn('user', `leaver${at + 1}`)))
  // Each round has a connection of its own, as rounds of several processes have.
  const rounds = [...ids, ...ids].map(() => closeNextDue(db, secret))
  const answers = await Promise.all(members.map((member) => member('POST', '/api/user/closing/withdraw')))
  await Promise.all(rounds)
  await sweep()
  for (const [at, of] of ids.entries()) {
    const withdrawn = answers[at]?.code === 200
    expect([200, 401, 409]).toContain(answers[at]?.code)
    expect(await states(of)).toEqual([withdrawn ? 'withdrawn' : 'done'])
    expect(await nameOf(of)).toBe(withdrawn ? `leaver${at + 1}` : `gone${of}`)
  }
  const closed = 1 + answers.filter(({ code }) => code !== 200).length
  expect(await closedOf(started)).toEqual({ people: closed, times: closed, mails: closed, done: closed })
})

test('a process that is killed while it closes leaves the account as it was', async () => {
  const started = await startClosing()
  const { db, dueMembers, states, nameOf, url, sweep } = started
  const [id = 0] = await dueMembers(1)
  // The process comes as far as the last row of the closing, and dies there.
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table redaction in share mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const child = startRounds(url)
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_locks
      where not granted and relation = 'redaction'::regclass`)
    return rows[0]?.count
  }
  await expect.poll(waiting).toBe(1)
  // Another process passes over it meanwhile.
  expect(await closeNextDue(db, secret)).toBe(false)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  held.resolve()
  await holding
  // The server ends what the process has begun as soon as it sees that it is gone.
  await expect.poll(sweep).toBe(1)
  expect(await states(id)).toEqual(['done'])
  expect(await nameOf(id)).toBe(`gone${id}`)
  expect(await closedOf(started)).toEqual({ people: 1, times: 1, mails: 1, done: 1 })
})
