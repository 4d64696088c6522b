import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { type Person, until, want } from '../contract.ts'
import { importer, jobView, type Seen } from '../importer.ts'

const head = '机构代码,机构名称,机构类型,上级机构,联系人\n'

/** Imports in every state that one can be in, exports, and what background jobs leave. */
export async function arrangeFiles(admin: Person, officer: Person, db: Database) {
  const { send, planOf, begin, end, run, at } = importer(admin)
  const { call } = admin

  // Titles that the product does not know: how somebody mapped them is remembered.
  const done = await send(
    '机构 done.csv',
    '单位编号,单位全称,类别,归属,联络人\nIMP-1,导入甲校,学校,YC-NP,Jia\nIMP-2,导入乙校,学校,YC-NP,\nYC-NP,南坪区教育局,区县,YC,导入的联系人\n',
  )
  const mapping = ['code', 'name', 'type', 'pid', 'contact']
  const mapped = planOf(done, { mapping, keys: ['code'], header: 1, mode: 'both', blank: 'keep' })
  want(v.unknown(), await call('POST', at('importPreview'), { id: done.id, plan: mapped }))
  await end(await begin('importCheck', { id: done.id, plan: mapped }), 'done')
  await run(done, mapped)

  const undone = await send('undone.csv', `${head}IMP-U1,Gone again,学校,QS,\nIMP-U2,Gone too,学校,QS,\n`)
  await run(undone, planOf(undone))
  await end(await begin('importUndo', { id: undone.id }), 'done')

  const checked = await send('dry run.csv', `${head}IMP-D1,Never written,学校,QS,\nQS-S1,青山第一中学,学校,QS,New\n`)
  await end(await begin('importCheck', { id: checked.id, plan: planOf(checked) }), 'done')

  // The same rows twice: refused as a whole, and without the bad ones.
  const bad = `${head}IMP-R1,Good,学校,QS,\nIMP-R2,Bad,星球,QS,\nIMP-R3,,学校,NOWHERE,\n`
  const failed = await send('failed.csv', bad)
  await run(failed, planOf(failed), {}, 'failed')
  const partly = await send('partly.csv', bad)
  await run(partly, planOf(partly), { skipRefused: true })

  // A workbook of an office program, with bad cells that come back marked.
  const book = await readFile(join(import.meta.dirname, '../../../sheet/files/organizations.xlsx'))
  const workbook = await send('学校名单.xlsx', book)
  await run(workbook, planOf(workbook), { skipRefused: true })

  const later = await send('undone in part.csv', `${head}IMP-P1,Stays,学校,QS,\nIMP-P2,Goes,学校,QS,\n`)
  await run(later, planOf(later))
  const rows = await call('GET', '/adminApi/organization/index?quickSearch=IMP-P1')
  const [stays] = want(v.object({ list: v.array(v.object({ id: v.number() })) }), rows).list
  await call('POST', '/adminApi/organization/edit', { id: stays?.id, contact: 'Changed since' })
  await end(await begin('importUndo', { id: later.id, partial: true }), 'done')

  await send('only sent.csv', `${head}IMP-S1,Nothing done with it,学校,QS,\n`)
  const own = importer(officer)
  const theirs = await own.send('officer.csv', `${head}IMP-O1,官员导入的学校,学校,YC-LH,\n`)
  await own.run(theirs, own.planOf(theirs))

  const cancelled = await send('cancelled.csv', `${head}IMP-C1,Never,学校,QS,\n`)
  await withHeld(db, 'IMP-C1', async (release) => {
    const job = await begin('importRun', { id: cancelled.id, plan: planOf(cancelled) })
    await waiting(db)
    await call('POST', '/adminApi/job/cancel', { id: job })
    await release()
    await end(job, 'cancelled')
  })

  const templates = ['template', 'export?format=xlsx', 'export?format=csv&quickSearch=YC'].map(async (path) => {
    const response = await fetch(`${admin.url}${at(path)}`, {
      headers: { authorization: `Bearer ${admin.tokens.access}` },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    await response.arrayBuffer()
  })
  await Promise.all(templates)
  const jobs = want(v.object({ list: v.array(jobView) }), await call('GET', '/adminApi/job/index')).list
  await call('POST', '/adminApi/job/dismiss', { ids: [jobs.at(-1)?.id] })

  const report = async (name: string, view: Seen) => {
    const answer = await call('GET', `${at('importReport')}?id=${view.id}`)
    const { plan: _plan, ...rest } = want(v.looseObject({}), answer)
    return { name, id: view.id, ...rest }
  }
  const { data } = await call('GET', `${at('importRows')}?id=${partly.id}&action=refused`)
  return {
    /** Titles that are remembered of somebody's last imports. */
    remembered: {
      resource: 'organization',
      titles: ['单位编号', '单位全称', '类别', '归属', '联络人'],
      fields: mapping,
    },
    reports: await Promise.all([
      report('done', done),
      report('undone', undone),
      report('checked', checked),
      report('failed', failed),
      report('partly', partly),
      report('workbook', workbook),
      report('undone in part', later),
      report('cancelled', cancelled),
    ]),
    refusedRows: data,
    marked: { import: workbook.id, resource: 'organization', sent: sha256(book) },
  }
}

/** Rows of a stored resource as a file, and with one more in again. */
export async function arrangeStoredFiles(admin: Person) {
  const exported = await exportRooms(admin)
  const rooms = importer(admin, 'exam-room')
  const brought = await rooms.send('rooms.csv', exported.replace('Room 1,', 'Room 3,'))
  await rooms.run(brought, rooms.planOf(brought, { keys: ['name'] }))
  return { path: roomExport, text: await exportRooms(admin) }
}

const roomExport = '/adminApi/exam-room/export?columns=name,seats,kind,open,marks,builtOn,orgId&order=name,asc'

async function exportRooms({ url, tokens }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${tokens.access}`, 'accept-language': 'en' }
  return (await fetch(`${url}${roomExport}`, { headers })).text()
}

/**
 * An import that is under way when the product is asked to end: it waits for a code that somebody else is about to take,
 * so it is given up in order and goes on at the next start.
 * @param stop asks the product to end, and returns once work under way has been told
 */
export async function leaveUnderWay(admin: Person, db: Database, stop: () => Promise<void>) {
  const { send, planOf, begin } = importer(admin)
  const code = 'IMP-LATER'
  const view = await send('goes on.csv', `${head}${code},Written by the next release,学校,QS,\n`)
  let job = 0
  await withHeld(db, code, async (release) => {
    job = await begin('importRun', { id: view.id, plan: planOf(view) })
    await waiting(db)
    await stop()
    await release()
  })
  return { job, import: view.id, code }
}

/** Holds an organization's code as somebody does who is about to take it, and does not. */
async function withHeld(db: Database, code: string, work: (release: () => Promise<unknown>) => Promise<void>) {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    await client.query(`insert into organization (code, name, type, sort_key) values ($1, 'x', 'school', 'zz')`, [code])
    await work(() => client.query('rollback'))
  } finally {
    client.release(true)
  }
}

/** Waits until somebody waits for somebody else's row. */
function waiting(db: Database) {
  return until('an import waits', async () => {
    const { rows } = await db.execute(sql`select 1 from pg_locks where not granted`)
    return rows.length > 0 ? true : undefined
  })
}

/** The organizations that imports brought. */
export async function importedCodes(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(
    sql`select code from organization where code like 'IMP-%' order by code`,
  )
  return rows.map(({ code }) => code)
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
