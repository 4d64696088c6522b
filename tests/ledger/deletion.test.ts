import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { label } from '../support/label.ts'
import { addMembers } from '../support/ledgers.ts'
import { startWith } from '../support/own-resource.ts'

const description: Description = {
  key: 'pupil-account',
  menu: 'user-role/user',
  title: label('Pupil'),
  rowTitle: 'username',
  fields: [
    { name: 'username', type: 'text', label: label('User name'), required: true, max: 15 },
    { name: 'nickname', type: 'text', label: label('Nickname'), max: 50 },
  ],
  quickSearch: ['username'],
  sorts: [],
  defaultOrder: 'id,asc',
}

/** The accounts of members as a resource, with a profile for each new one. */
async function startPupils() {
  const pupils = compileResource({
    description,
    table: account,
    only: { kind: 'user' },
    scope: 'unscoped',
    async added({ tx }, ids) {
      await tx.execute(sql`insert into member_profile (account_id) select unnest(${sql.param([...ids])}::bigint[])`)
    },
  })
  const made = await startWith([pupils], [])
  const give = (id: number) =>
    made.admin('POST', '/adminApi/money-log/add', { accountId: id, amount: 100, memo: 'Prize' })
  return { ...made, give }
}

test('a member with entries is not deleted, alone or among many, and the answer says why', async () => {
  const { admin, db, give } = await startPupils()
  const [one = 0, two = 0] = await addMembers(db, 'near', 2, null)
  expect(await give(one)).toMatchObject({ code: 200 })
  expect(await admin('DELETE', `/adminApi/pupil-account/del?ids[]=${one}`)).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/near1.*money log/),
    data: { reason: 'referenced', uses: [{ id: one, resource: 'money-log', count: 1 }] },
  })
  expect(await admin('POST', '/adminApi/pupil-account/bulkDel', { ids: [one, two] })).toMatchObject({
    code: 422,
    data: { refused: [{ id: one, title: 'near1' }], others: [two] },
  })
  expect(await admin('DELETE', `/adminApi/pupil-account/del?ids[]=${two}`)).toMatchObject({ code: 200 })
  // A balance without entries goes with its member.
  expect((await db.execute(sql`select from member_balance where account_id = ${two}`)).rows).toEqual([])
})
