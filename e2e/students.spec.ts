import { contract } from './support/contract.ts'
import { arranged, escapeFrom, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const path = '/admin/baseInfo/student'

/** A school with classes of grades 7 and 8, and a student in each class of grade 7. */
const school = arranged(async ({ url }) => {
  const call = await contract(url)
  const idOf = ({ code, msg, data }: Awaited<ReturnType<typeof call>>) => {
    if (code !== 200) throw new Error(msg)
    return Number((data as { id: number }).id)
  }
  const levels = await call('educate-level/index', undefined)
  const { list } = levels.data as { list: { id: number; code: string }[] }
  const levelId = list.find(({ code }) => code === 'junior')?.id ?? 0
  const add = async (values: object) =>
    idOf(await call('organization/add', { status: 1, levelIds: [levelId], ...values }))
  const pid = await add({ code: 'STU', name: '学生中学', type: 'school' })
  const year = idOf(
    await call('student-year/add', { levelId, entryYear: 2031, graduationYear: 2034, name: '初中2031级', status: 1 }),
  )
  for (const [at, name] of ['七年级1班', '七年级2班'].entries()) {
    const orgId = await add({ pid, code: `STU-7${at + 1}`, name, type: 'class' })
    idOf(
      await call('student/add', {
        number: `STU${at + 1}`,
        name: ['李雷', '韩梅'][at],
        gender: 0,
        yearId: year,
        orgId,
        since: '2031-09-01',
        status: 'active',
      }),
    )
  }
  await add({ pid, code: 'STU-81', name: '八年级1班', type: 'class' })
})
test.beforeEach(({ ground }) => school(ground))

test('a year moves up in one step and back again, and a student moves alone', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await signIn('admin', 'admin', path)
  await expect(row('李雷')).toContainText('七年级1班')
  await page.getByRole('button', { name: m('promotion_button') }).click()
  const dialog = page.getByRole('dialog', { name: m('promotion_title') })
  await dialog.getByRole('combobox').first().click()
  await page.getByRole('option', { name: '初中2031级' }).click()
  await dialog.getByRole('textbox', { name: m('promotion_since') }).fill('2032-09-01')
  const becomes = (name: string) => dialog.getByRole('combobox', { name: m('promotion_becomesOf', { name }) })
  await expect(becomes('七年级1班').getByRole('option', { selected: true })).toHaveText('八年级1班')
  await expect(becomes('七年级2班').getByRole('option', { selected: true })).toHaveText(
    m('promotion_create', { name: '八年级2班' }),
  )
  await expectAccessible()
  await dialog.getByRole('button', { name: m('promotion_confirm') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row('李雷')).toContainText('八年级1班')
  await expect(row('韩梅')).toContainText('八年级2班')
  await expect(row('韩梅')).toContainText(m('student_kind_promoted'))

  await page.getByRole('button', { name: new RegExp(m('job_open')) }).click()
  const jobs = page.getByRole('dialog', { name: m('job_open') })
  const line = jobs.getByRole('listitem').filter({ hasText: m('promotion_job', { name: '初中2031级' }) })
  await line
    .first()
    .getByRole('button', { name: m('undo_action') })
    .click()
  await expect(row('李雷')).toContainText('七年级1班')
  await escapeFrom(jobs)

  await row('李雷')
    .getByRole('button', { name: m('crud_more', { name: '李雷' }) })
    .click()
  await page.getByRole('menuitem', { name: m('student_move') }).click()
  const move = page.getByRole('dialog', { name: m('student_moveTitle', { name: '李雷' }) })
  await expect(move).toBeVisible()
  await expectAccessible()
  await move.getByRole('textbox', { name: m('student_newSince') }).fill('2031-09-01')
  await move.getByRole('button', { name: /^保存(?!并)/ }).click()
  await expect(move.getByText(m('student_moveLater', { day: '2031-09-01' }))).toBeVisible()
})
