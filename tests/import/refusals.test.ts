import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { dataImport, importSeen } from '#src/db/import.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { purgeImports } from '#src/server/import/import-files.server.ts'
import { importJob } from '#src/server/import/import-jobs.server.ts'
import { importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { pack, parts } from '../support/workbook.ts'

const rows = '编码,名称,类型\nS1,第一小学,学校\n'
const missing = { code: 404, msg: 'There is no such file to import. Please upload it again.' }

test('a file above the limit of the configuration is refused with that limit, and nothing of it is kept', async () => {
  const { api, db, files, call } = await startImports()
  await db
    .insert(config)
    .values({ name: 'importMaxsize', group: 'import', value: 2_097_152 })
    .onConflictDoUpdate({ target: config.name, set: { value: 2_097_152 } })
  // The size is known before the file, or turns out when the file arrives.
  for (const length of [{ 'content-length': '2400000' }, undefined]) {
    const response = await api.request('/adminApi/organization/import?name=rows.csv', {
      method: 'POST',
      headers: { authorization: `Bearer ${call.tokens.access_token}`, 'accept-language': 'en', ...length },
      body: new Uint8Array(2_400_000).fill(0x61),
    })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      {
        msg: 'The file is larger than 2 MB. Please delete the empty rows (rows with formatting alone take space as well), or split it into several.',
      },
    ])
    expect(await db.$count(dataImport)).toBe(0)
    expect(await readdir(join(files, 'import')).catch(() => [])).toEqual([])
  }
})

test('what cannot be done with a file is said, as are its work and what was left out', async () => {
  const api = await startImports()

  // A job of the import is called by its file and by what it does.
  {
    const { call, bring, begin } = api
    const { view } = await bring(rows)
    const jobs = async () => (await call('GET', '/adminApi/job/index')).data
    await begin('importUndo', { id: view.id })
    expect(await jobs()).toMatchObject({
      list: [{ title: 'Undo the import of rows.csv (Organization)' }, { title: 'Import rows.csv (Organization)' }],
    })
  }

  // An import that is not there, is of another resource, or was sent by somebody else: each call says the same.
  {
    const { db, call, signIn, send, planOf, run } = api
    const { data: view } = await send(rows)
    const plan = planOf(view)
    await run(view.id, plan)
    await addOfficer({ db }, { username: 'officer', nodes: [...importNodes], scope: 'all' })
    const officer = await signIn('admin', 'officer')
    const wanted = [
      [call, 'organization', 999_999],
      [call, 'subject', view.id],
      [officer, 'organization', view.id],
    ] as const
    for (const [caller, resource, id] of wanted) {
      const at = `/adminApi/${resource}`
      for (const path of [
        `importView?id=${id}`,
        `importReport?id=${id}`,
        `importRows?id=${id}&action=new`,
        `download/${id}`,
        `download/${id}?rows=refused`,
      ])
        expect(await caller('GET', `${at}/${path}`), path).toMatchObject(missing)
      for (const action of ['importPreview', 'importCheck', 'importRun'])
        expect(await caller('POST', `${at}/${action}`, { id, plan }), action).toMatchObject(missing)
      expect(await caller('POST', `${at}/importUndo`, { id })).toMatchObject(missing)
    }
  }

  // A file is imported once; it is marked after it was checked.
  {
    await api.db.delete(organization)
    const { call, send, planOf, run } = api
    const { data: view } = await send(rows)
    const plan = planOf(view)
    expect(await call('GET', `/adminApi/organization/download/${view.id}`)).toMatchObject({
      code: 404,
      msg: 'This file has not been checked yet.',
    })
    expect(await run(view.id, plan)).toMatchObject({ state: 'done' })
    expect(await call('POST', '/adminApi/organization/importRun', { id: view.id, plan })).toMatchObject({
      code: 409,
      msg: 'This file has been imported. To import it again, upload it again.',
      data: { reason: 'done' },
    })
  }

  // A file that was removed after its time is asked for again.
  {
    await api.db.delete(organization)
    const { db, files, call, send, planOf, check } = api
    const { data: view } = await send(rows)
    const plan = planOf(view)
    await check(view.id, plan)
    expect(await db.$count(importSeen)).toBeGreaterThan(0)
    await db.update(dataImport).set({ expireTime: sql`now()` })
    await purgeImports(db, files)
    expect(await db.$count(importSeen)).toBe(0)
    const expired = { msg: 'The file has been removed after its time. Please upload it again.' }
    expect(await call('GET', `/adminApi/organization/importView?id=${view.id}`)).toMatchObject(expired)
    expect(await call('GET', `/adminApi/organization/download/${view.id}`)).toMatchObject(expired)
    expect(await call('POST', '/adminApi/organization/importRun', { id: view.id, plan })).toMatchObject(expired)
  }

  // A row without what tells rows apart says so at that field.
  {
    await api.db.delete(organization)
    const { send, planOf, check, rows: refused } = api
    const { data: view } = await send(`${rows},没有编码,学校\n`)
    expect(await check(view.id, planOf(view))).toMatchObject({ result: { counts: { refused: 1 } } })
    const { list } = await refused(view.id, 'refused')
    expect(list).toMatchObject([{ row: 3, errors: [{ field: 'code', text: 'Required: it tells which row this is' }] }])
  }

  // What was left out is offered as a file; each part of the work has its words.
  {
    await api.db.delete(organization)
    const { bring } = api
    const { view, job } = await bring(`${rows}S2,第二小学,星球\n`, { skipRefused: true })
    expect(job).toMatchObject({
      result: { counts: { new: 1, refused: 1 } },
      links: [
        { label: 'The whole file, marked', href: `/adminApi/organization/download/${view.id}` },
        { label: 'The refused rows', href: `/adminApi/organization/download/${view.id}?rows=refused` },
      ],
    })
    expect(
      ['reading', 'judging', 'writing', 'undoing'].map((step) => withLocale('en', () => importJob.stepText(step))),
    ).toEqual(['Reading the file', 'Comparing with what is stored', 'Writing', 'Undoing the import'])
  }

  // The progress of reading counts the records, not what is above them.
  {
    await api.db.delete(organization)
    const { send, planOf, check } = api
    const row = (at: number, ...cells: string[]) =>
      `<row r="${at}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const records = Array.from({ length: 150 }, (_, at) => row(at + 4, `P-${at}`, `School ${at}`, '学校'))
    // The last row breaks the job off while it reads, so that its progress stays as it was.
    const rows = [row(1, '学校名册'), row(3, '机构代码', '机构名称', '机构类型'), ...records, row(2, 'x', 'y', '学校')]
    const { data: view } = await send(readFileSync(await pack(parts(rows.join('')))), '名册.xlsx')
    expect(view.header).toBe(3)
    expect(await check(view.id, planOf(view))).toMatchObject({ state: 'failed', total: 151 })
  }
})
