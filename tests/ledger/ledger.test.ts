import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, rowOf } from '../support/base-info.ts'
import { startLedgers } from '../support/ledgers.ts'

const en = { locale: 'en' } as const
const entry = (accountId: number, amount: number, memo = 'Prize') => ({ accountId, amount, memo })
const money = '/adminApi/money-log'
const listOf = (answer: { data: unknown }) => (answer.data as { list: Record<string, unknown>[] }).list

test('entries move the balance of a member, each tells it before and after, and points are apart from money', async () => {
  const { admin, one, held } = await startLedgers()
  const first = idOf(await admin('POST', `${money}/add`, entry(one, 12_345)))
  const second = idOf(await admin('POST', `${money}/add`, entry(one, -45, 'Lunch')))
  expect(await rowOf(admin, 'money-log', first)).toMatchObject({
    amount: 12_345,
    before: 0,
    after: 12_345,
    reversedBy: null,
  })
  expect(await rowOf(admin, 'money-log', second)).toMatchObject({
    before: 12_345,
    after: 12_300,
    memo: 'Lunch',
    username: 'near1',
    nickname: 'Nick near1',
    reverses: null,
  })
  idOf(await admin('POST', '/adminApi/score-log/add', entry(one, 7)))
  expect([await held(one), await held(one, 'score')]).toEqual([12_300, 7])
  expect(await admin('GET', `${money}/balance?accountId=${one}`)).toMatchObject({
    code: 200,
    data: { username: 'near1', balance: 12_300, negative: false },
  })
})

test('the newest entry comes first, ranges find amounts, the quick search finds members, and sums cover what is found', async () => {
  const { admin, one, two } = await startLedgers()
  for (const [id, amount] of [
    [one, 100],
    [two, 200],
    [one, 300],
  ] as const)
    idOf(await admin('POST', `${money}/add`, entry(id, amount)))
  expect(listOf(await admin('GET', `${money}/index`)).map(({ amount }) => amount)).toEqual([300, 200, 100])
  const filter = { field: 'amount', operator: 'RANGE', val: [150, 400] }
  expect(
    listOf(await admin('GET', `${money}/index?filter=${encodeURIComponent(JSON.stringify(filter))}`)),
  ).toHaveLength(2)
  expect(listOf(await admin('GET', `${money}/index?quickSearch=near1`)).map(({ amount }) => amount)).toEqual([300, 100])
  expect(await admin('GET', `${money}/sums?quickSearch=near1`)).toMatchObject({
    code: 200,
    data: { sums: { amount: 400 } },
  })
})

test('what an entry refuses is said at its field, and nothing is written', async () => {
  const { admin, db, one, held } = await startLedgers()
  const refused = async (values: object) => {
    const { code, data } = await admin('POST', `${money}/add`, { ...entry(one, 5), ...values })
    return [code, (data as { errors?: object } | null)?.errors]
  }
  idOf(await admin('POST', `${money}/add`, entry(one, 500)))
  expect(await refused({ amount: -501 })).toEqual([422, { amount: [m.ledger_short({ held: '5.00' }, en)] }])
  expect(await refused({ amount: 0 })).toEqual([422, { amount: [m.ledger_zero({}, en)] }])
  expect(await refused({ amount: 1.5 })).toMatchObject([422, { amount: [expect.any(String)] }])
  expect(await refused({ amount: 1e13 })).toMatchObject([422, { amount: [expect.any(String)] }])
  expect(await refused({ memo: ' ' })).toMatchObject([422, { memo: [expect.any(String)] }])
  expect(await refused({ accountId: 999_999 })).toMatchObject([422, { accountId: [expect.any(String)] }])
  expect(await held(one)).toBe(500)
  await db.execute(
    sql`insert into money_log (account_id, amount, memo) values (${one}, ${Number.MAX_SAFE_INTEGER - 500}, 'Most')`,
  )
  expect(await refused({ amount: 1 })).toEqual([422, { amount: [m.ledger_tooLarge({}, en)] }])
})

test('a balance falls below zero where the configuration allows it, and grows again where it does not', async () => {
  const { admin, one, two, held } = await startLedgers()
  const config = (values: object) => admin('POST', '/adminApi/config/edit', { values })
  expect(await config({ negativeMoney: 1 })).toMatchObject({ code: 200 })
  idOf(await admin('POST', `${money}/add`, entry(one, -300)))
  expect(await admin('GET', `${money}/balance?accountId=${one}`)).toMatchObject({
    data: { balance: -300, negative: true },
  })
  expect(await admin('POST', '/adminApi/score-log/add', entry(one, -1))).toMatchObject({ code: 422 })
  expect(await admin('POST', `${money}/adjust`, { ids: [two], amount: -5, memo: 'Fee' })).toMatchObject({ code: 200 })
  expect(await config({ negativeMoney: 0 })).toMatchObject({ code: 200 })
  idOf(await admin('POST', `${money}/add`, entry(one, 100)))
  expect(await admin('POST', `${money}/add`, entry(one, -1))).toMatchObject({ code: 422 })
  expect([await held(one), await held(two)]).toEqual([-200, -5])
  expect(await config({ negativeScore: 1 })).toMatchObject({ code: 200 })
  idOf(await admin('POST', '/adminApi/score-log/add', entry(one, -1)))
})

test('a clerk sees and adds entries of the own members alone, a reader adds none, and nobody edits or deletes', async () => {
  const { admin, clerk, reader, one, far, held } = await startLedgers()
  const hidden = idOf(await admin('POST', `${money}/add`, entry(far, 100)))
  const added = idOf(await clerk('POST', `${money}/add`, entry(one, 100)))
  expect(listOf(await clerk('GET', `${money}/index`)).map(({ id }) => id)).toEqual([added])
  expect(await clerk('GET', `${money}/edit?id=${hidden}`)).toMatchObject({ code: 404 })
  expect(await clerk('GET', `${money}/balance?accountId=${far}`)).toMatchObject({
    code: 404,
    msg: m.ledger_noMember({}, en),
  })
  expect(await clerk('POST', `${money}/add`, entry(far, 100))).toMatchObject({ code: 422 })
  expect(await clerk('POST', `${money}/adjust`, { ids: [one, far], amount: 1, memo: 'All' })).toMatchObject({
    code: 404,
  })
  expect(await clerk('POST', `${money}/reverse`, { id: hidden, memo: 'No' })).toMatchObject({ code: 404 })
  for (const call of ['add', 'adjust', 'reverse'])
    expect(await reader('POST', `${money}/${call}`, {})).toMatchObject({ code: 403 })
  expect(listOf(await reader('GET', `${money}/index`))).toHaveLength(2)
  expect(await admin('POST', `${money}/edit`, { id: added, version: 1, memo: 'Other' })).toMatchObject({ code: 405 })
  expect(await admin('DELETE', `${money}/del?ids[]=${added}`)).toMatchObject({ code: 404 })
  expect([await held(one), await held(far)]).toEqual([100, 100])
})

test('an entry says who added it, and the history that it was added', async () => {
  const { admin, one } = await startLedgers()
  const id = idOf(await admin('POST', `${money}/add`, entry(one, 100)))
  const [row] = listOf(await admin('GET', `${money}/index`))
  expect(row).toMatchObject({ author: 'admin' })
  expect(await admin('GET', `${money}/history?id=${id}`)).toMatchObject({ code: 200 })
})
