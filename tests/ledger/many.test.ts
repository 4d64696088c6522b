import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, rowOf } from '../support/base-info.ts'
import { addMembers, startLedgers } from '../support/ledgers.ts'

const en = { locale: 'en' } as const
const money = '/adminApi/money-log'
const entry = (accountId: number, amount: number) => ({ accountId, amount, memo: 'Prize' })

test('a thousand members get their entries with one call, which is answered once, and is taken back as a whole', async () => {
  const { admin, db, places, held, wrong, one } = await startLedgers()
  const ids = await addMembers(db, 'many', 1_000, places.D1)
  const key = { 'idempotency-key': 'all-of-them' }
  const body = { ids, amount: 250, memo: 'Start of term' }
  const first = await admin('POST', `${money}/adjust`, body, key)
  expect(first).toMatchObject({
    code: 200,
    msg: m.ledger_adjusted({ count: 1_000 }, en),
    data: { count: 1_000, sum: 250_000 },
  })
  expect((await admin('POST', `${money}/adjust`, body, key)).data).toEqual(first.data)
  expect([await held(ids[0] ?? 0), await held(ids[999] ?? 0), await held(one)]).toEqual([250, 250, 0])
  const { changeSetId } = first.data as { changeSetId: number }
  const all = { changeSetId, memo: 'Wrong term' }
  expect(await admin('POST', `${money}/reverse`, { ...all, preview: true })).toMatchObject({
    data: { count: 1_000, sum: -250_000, refusedCount: 0, reversedCount: 0 },
  })
  expect(await admin('POST', `${money}/reverse`, all)).toMatchObject({ code: 200, data: { count: 1_000 } })
  expect(await held(ids[0] ?? 0)).toBe(0)
  expect(await admin('POST', `${money}/reverse`, all)).toMatchObject({
    code: 409,
    msg: m.ledger_reversedAlready({}, en),
    data: { reason: 'done' },
  })
  expect(await wrong()).toEqual([])
})

test('where one member has not enough nobody is charged, and the answer names who', async () => {
  const { admin, one, two, three, held } = await startLedgers()
  idOf(await admin('POST', `${money}/add`, entry(one, 300)))
  idOf(await admin('POST', `${money}/add`, entry(two, 100)))
  const body = { ids: [one, two, three], amount: -200, memo: 'Trip' }
  const refused = [
    { id: two, title: 'Nick near2 (near2)', msg: m.ledger_short({ held: '1.00' }, en) },
    { id: three, title: 'Nick near3 (near3)', msg: m.ledger_short({ held: '0.00' }, en) },
  ]
  expect(await admin('POST', `${money}/adjust`, { ...body, preview: true })).toMatchObject({
    code: 200,
    data: { count: 3, refused, refusedCount: 2, changeSetId: null },
  })
  const answer = await admin('POST', `${money}/adjust`, body)
  expect(answer).toMatchObject({ code: 422, data: { refused, refusedCount: 2 } })
  expect(answer.msg).toBe(
    [m.ledger_refused({ count: 2 }, en), ...refused.map((line) => m.ledger_refusedLine(line, en))].join('\n'),
  )
  expect([await held(one), await held(two), await held(three)]).toEqual([300, 100, 0])
})

test('the target of a call is checked: rows or a search, the expected number, a change and a reason', async () => {
  const { admin, one } = await startLedgers()
  const asked = (body: object) => admin('POST', `${money}/adjust`, { ids: [one], amount: 1, memo: 'Gift', ...body })
  expect(await asked({ ids: undefined })).toMatchObject({
    code: 422,
    data: { errors: { ids: [m.error_bulkRows({}, en)] } },
  })
  expect(await asked({ count: 2 })).toMatchObject({ code: 409, data: { reason: 'count', count: 1 } })
  expect(await asked({ amount: 0 })).toMatchObject({ code: 422, data: { errors: { amount: [m.ledger_zero({}, en)] } } })
  expect(await asked({ memo: ' ' })).toMatchObject({ code: 422, data: { errors: { memo: [m.rule_required({}, en)] } } })
  expect(await asked({ ids: [999_999] })).toMatchObject({ code: 404, msg: m.ledger_noMember({}, en) })
})

test('an entry is taken back once, by an entry the other way round that says so, and so is that one', async () => {
  const { admin, one, held } = await startLedgers()
  const id = idOf(await admin('POST', `${money}/add`, entry(one, 300)))
  expect(await admin('POST', `${money}/reverse`, { id, memo: '' })).toMatchObject({
    code: 422,
    data: { errors: { memo: [m.rule_required({}, en)] } },
  })
  expect(await admin('POST', `${money}/reverse`, { memo: 'No' })).toMatchObject({
    code: 422,
    data: { errors: { id: [m.ledger_oneOrAll({}, en)] } },
  })
  expect(await admin('POST', `${money}/reverse`, { id, memo: 'Twice' })).toMatchObject({
    code: 200,
    msg: m.ledger_reversed({ count: 1 }, en),
  })
  const { reversedBy } = await rowOf(admin, 'money-log', id)
  expect(await rowOf(admin, 'money-log', Number(reversedBy))).toMatchObject({
    amount: -300,
    reverses: id,
    memo: 'Twice',
  })
  expect(await admin('POST', `${money}/reverse`, { id, memo: 'Again' })).toMatchObject({ code: 409 })
  expect(await held(one)).toBe(0)
  expect(await admin('POST', `${money}/reverse`, { id: reversedBy, memo: 'After all' })).toMatchObject({ code: 200 })
  expect(await held(one)).toBe(300)
})

test('a batch of which some entries are taken back already is taken back for the others', async () => {
  const { admin, one, two, held, db } = await startLedgers()
  const batch = await admin('POST', `${money}/adjust`, { ids: [one, two], amount: 100, memo: 'Gift' })
  const { changeSetId } = batch.data as { changeSetId: number }
  const { rows } = await db.execute<{ id: number }>(sql`select id from money_log where account_id = ${one}`)
  await admin('POST', `${money}/reverse`, { id: Number(rows[0]?.id), memo: 'Not them' })
  expect(await admin('POST', `${money}/reverse`, { changeSetId, memo: 'Nobody' })).toMatchObject({
    code: 200,
    data: { count: 1, reversedCount: 1 },
  })
  expect([await held(one), await held(two)]).toEqual([0, 0])
})

test('a batch that would leave a member below zero is not taken back at all, nor one with members out of sight', async () => {
  const { admin, clerk, one, two, far, held } = await startLedgers()
  const batch = await admin('POST', `${money}/adjust`, { ids: [one, two, far], amount: 100, memo: 'Gift' })
  const { changeSetId } = batch.data as { changeSetId: number }
  idOf(await admin('POST', `${money}/add`, entry(two, -60)))
  expect(await clerk('POST', `${money}/reverse`, { changeSetId, memo: 'No' })).toMatchObject({
    code: 403,
    msg: m.ledger_outside({ count: 1 }, en),
  })
  expect(await admin('POST', `${money}/reverse`, { changeSetId, memo: 'No' })).toMatchObject({
    code: 422,
    data: { refused: [{ id: two }], refusedCount: 1 },
  })
  expect([await held(one), await held(two), await held(far)]).toEqual([100, 40, 100])
})

test('a search that finds nobody changes nothing', async () => {
  const { admin } = await startLedgers()
  const answer = await admin('POST', `${money}/adjust`, {
    query: { quickSearch: 'nobody-has-this' },
    amount: 1,
    memo: 'Gift',
  })
  // Without the list of members there is no search in it.
  expect([404, 422]).toContain(answer.code)
  if (answer.code === 422) expect(answer.data).toMatchObject({ errors: { query: [m.ledger_nobody({}, en)] } })
})
