import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'

test('a database without room says so, in the language of the caller, and nothing is saved', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const ids = await addOrganizations(call)
  await db.execute(sql`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await db.execute(sql`create trigger no_room before update on organization for each row execute function no_room()`)
  const edit = (language: string) =>
    call('POST', '/adminApi/organization/edit', { id: ids.D1, contact: 'Nobody' }, { 'accept-language': language })
  expect(await edit('en')).toMatchObject({
    status: 503,
    msg: 'The server’s disk is full, so nothing was saved. Please ask an administrator.',
  })
  expect(await edit('zh-CN')).toMatchObject({ status: 503, msg: '服务器磁盘已满，没有保存。请联系管理员。' })
  expect(await call('GET', '/adminApi/organization/index'), 'reads go on').toMatchObject({ code: 200 })
})
