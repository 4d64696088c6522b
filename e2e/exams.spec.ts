import { contract } from './support/contract.ts'
import { arranged, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

/** A school with a class of two students, a scheme of two subjects, and an exam of them. */
const school = arranged(async ({ url }) => {
  const call = await contract(url)
  const idOf = ({ code, msg, data }: Awaited<ReturnType<typeof call>>) => {
    if (code !== 200) throw new Error(msg)
    return Number((data as { id: number }).id)
  }
  const levels = await call('educate-level/index', undefined)
  const { list } = levels.data as { list: { id: number; code: string }[] }
  const levelId = list.find(({ code }) => code === 'junior')?.id ?? 0
  const levelIds = [levelId]
  const pid = idOf(
    await call('organization/add', { code: 'EX', name: '考试中学', type: 'school', status: 1, levelIds }),
  )
  const orgId = idOf(
    await call('organization/add', { pid, code: 'EX-1', name: '1班', type: 'class', status: 1, levelIds }),
  )
  const yearId = idOf(
    await call('student-year/add', { levelId, entryYear: 2035, graduationYear: 2038, name: '初中2035级', status: 1 }),
  )
  const since = '2035-09-01'
  for (const [at, name] of ['李雷', '韩梅'].entries())
    idOf(await call('student/add', { number: `EX${at + 1}`, name, gender: 0, yearId, orgId, since, status: 'active' }))
  const subjects = []
  for (const [code, name] of [
    ['EX-A', '文科'],
    ['EX-B', '理科'],
  ]) {
    const subject = { code, name, levelIds, type: 'required', fullMark: 100, status: 1 }
    const subjectId = idOf(await call('subject/add', subject))
    subjects.push({ subjectId, kind: 'required', fullMark: 100, counts: 1, assigned: 0 })
  }
  const schemeId = idOf(
    await call('exam-scheme/add', {
      name: '两科方案',
      levelId,
      subjects,
      choice: 'none',
      combinations: [],
      assign: 'none',
      assignBands: [],
      assignFlat: 'high',
      assignZero: 'band',
      bands: [{ name: '及格', side: 'from', percent: 60, color: '' }],
      lines: [],
      note: '',
      status: 1,
    }),
  )
  await call('exam-scheme/publish', { id: schemeId })
  idOf(
    await call('exam/add', {
      name: '期中考试',
      schemeId,
      yearIds: [yearId],
      orgIds: [pid],
      censusDate: '2035-11-01',
      since: '2035-11-02',
      until: '2035-11-03',
      step: 50,
    }),
  )
})
test.beforeEach(({ ground }) => school(ground))

test('an exam goes from the roster over typed marks to a published report', async ({
  page,
  open,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', '/admin/exam/exam')
  await page.getByRole('link', { name: '期中考试' }).click()
  await expect(page.getByRole('heading', { name: '期中考试' })).toBeVisible()
  await page.getByRole('button', { name: m('exam_doRoster') }).click()
  await expect(page.getByRole('cell', { name: '李雷', exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: m('exam_takeRoster', { count: '2' }) }).click()
  await page.getByRole('button', { name: m('exam_doOpen') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m('exam_doOpen') })
    .click()

  // The menu has a link of this name as well. That of the page comes with the opened exam, and names it.
  await page
    .getByRole('main')
    .getByRole('link', { name: m('menu_examData') })
    .click()
  await page.getByRole('tab', { name: m('examData_desk') }).click()
  const cell = (name: string) => page.getByRole('textbox', { name })
  await cell('李雷 文科').click()
  await page.keyboard.type('90')
  await page.keyboard.press('Enter')
  await expect(cell('韩梅 文科')).toBeFocused()
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await expect(cell('韩梅 文科')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('70.5')
  await page.keyboard.press('Enter')
  await cell('李雷 理科').click()
  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await expect(cell('韩梅 理科')).toBeFocused()
  await page.keyboard.type('A')
  await page.keyboard.press('Enter')
  await expect(page.getByText(m('examData_allSaved'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: m('examData_submit') }).click()
  const submit = page.getByRole('dialog', { name: m('examData_submitTitle', { school: '考试中学' }) })
  await submit.getByRole('button', { name: m('examData_submitAnyway') }).click()
  await expect(page.getByText(m('examData_isSubmitted'))).toBeVisible()

  await open('/admin/exam/exam')
  await page.getByRole('link', { name: '期中考试' }).click()
  await page.getByRole('button', { name: m('exam_doLock') }).click()
  await page.getByRole('button', { name: m('examRun_lock'), exact: true }).click()
  const lock = page.getByRole('alertdialog', { name: m('examRun_lockTitle') })
  await lock.getByRole('button', { name: m('examRun_lock'), exact: true }).click()
  await expect(page.getByRole('cell', { name: m('examRun_state_done') })).toBeVisible()
  await page.getByRole('button', { name: m('examRun_publish'), exact: true }).click()
  const publish = page.getByRole('dialog', { name: m('examRun_publishTitle', { number: '1' }) })
  await expect(publish).toBeVisible()
  await expectAccessible()
  await publish.getByRole('button', { name: m('examRun_publish'), exact: true }).click()
  await expect(page.getByRole('cell', { name: m('examRun_stands') })).toBeVisible()

  // After locking, a mark changes by a correction.
  await page.getByRole('tab', { name: m('menu_correction') }).click()
  await page.getByRole('button', { name: m('correction_ask') }).click()
  const ask = page.getByRole('dialog', { name: m('correction_ask') })
  await ask.getByRole('combobox', { name: m('correction_candidate') }).fill('雷')
  await page.getByRole('option', { name: /李雷/ }).click()
  await ask.getByRole('combobox', { name: m('correction_subject') }).click()
  await page.getByRole('option', { name: m('correction_present', { subject: '理科', mark: '80' }) }).click()
  await ask.getByLabel(m('correction_wanted')).fill('81')
  await ask.getByLabel(m('correction_reason')).fill('漏加一分')
  await expectAccessible()
  await ask.getByRole('button', { name: m('crud_save') }).click()
  const line = page.getByRole('row').filter({ hasText: '80 → 81' })
  await expect(line).toContainText('漏加一分')
  await expectAccessible()
  await line.getByRole('button', { name: m('correction_accept') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m('correction_accept') })
    .click()
  await expect(page.getByText(m('correction_none'))).toBeVisible()
  await page.getByRole('tab', { name: m('exam_tabVersions') }).click()
  await expect(page.getByText(m('correction_uncomputed', { shown: '1' }))).toBeVisible()
  await open('/admin/exam/data?section=desk')
  await cell('李雷 理科').press('F2')
  await expect(ask.getByRole('combobox', { name: m('correction_subject') })).toContainText('81')
  await expect(ask.getByLabel(m('correction_wanted'))).toBeFocused()
  await page.keyboard.type('A')
  await ask.getByLabel(m('correction_reason')).fill('缺考')
  await ask.getByRole('button', { name: m('crud_save') }).click()
  await expect(ask).toBeHidden()

  await open('/admin/report')
  await page.getByRole('link', { name: m('report_overview') }).click()
  await expect(page.getByRole('row').filter({ hasText: '文科' }).first()).toContainText('80.3')
  await expectAccessible()
})
