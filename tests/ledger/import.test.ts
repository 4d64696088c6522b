import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { importer } from '../support/imports.ts'
import { startLedgers } from '../support/ledgers.ts'

const money = '/adminApi/money-log'

async function startImport() {
  const made = await startLedgers()
  await made.jobs.start()
  return { ...made, ...importer(made, made.admin, 'money-log') }
}

test('a file adds entries for members by user name, mobile number or name, and is taken back as a whole', async () => {
  const { admin, bring, held, one, two, three, wrong } = await startImport()
  const { job } = await bring(
    'Member,Change,Reason\nnear1,12.50,Prize\n13900000002,3,Prize\nName near3,1,Prize\nnear1,-2.5,Lunch\n',
  )
  expect(job).toMatchObject({ state: 'done' })
  expect([await held(one), await held(two), await held(three)]).toEqual([1000, 300, 100])
  const list = (await admin('GET', `${money}/index`)).data as { list: { changeSetId: number }[] }
  expect(list.list).toHaveLength(4)
  expect(new Set(list.list.map(({ changeSetId }) => changeSetId))).toHaveLength(1)
  const all = { changeSetId: list.list[0]?.changeSetId, memo: 'Wrong file' }
  expect(await admin('POST', `${money}/reverse`, all)).toMatchObject({ code: 200, data: { count: 4, sum: -1400 } })
  expect([await held(one), await held(two), await held(three)]).toEqual([0, 0, 0])
  expect(await wrong()).toEqual([])
})

test('a file with a member who has not enough, or whom nobody knows, is refused at these lines', async () => {
  const { send, planOf, check, rows, held, one } = await startImport()
  const sent = await send('Member,Change,Reason\nnear1,5,Prize\nnear2,-1,Fee\nnobody9,5,Prize\nnear3,0,Nothing\n')
  const job = await check(sent.data.id, planOf(sent.data))
  expect(job).toMatchObject({ state: 'done', message: '1 new, 0 to change, 0 unchanged, 0 left alone, 3 refused' })
  const refused = JSON.stringify(await rows(sent.data.id, 'refused'))
  expect(refused).toContain(m.ledger_short({ held: '0.00' }, { locale: 'en' }))
  expect(refused).toContain(m.ledger_zero({}, { locale: 'en' }))
  expect(refused).toContain('nobody9')
  expect(await held(one)).toBe(0)
})
