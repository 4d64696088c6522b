import type { Page } from '@playwright/test'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Language, untilReady } from './camera.ts'
import { district, type SampleData } from './sample-data.ts'

type Arranging = { page: Page; language: Language; data: SampleData }

/** A screen that is worth a picture: the size of its window, and what is done until it shows what it is about. */
export type Scene = {
  size: { width: number; height: number }
  /** The home page does without it. */
  readmeOnly?: true
  arrange(arranging: Arranging): Promise<void>
}

const organizations = '/admin/baseInfo/organization'

/** The screens of the product that have pictures. */
export const scenes = {
  organization: {
    size: { width: 1440, height: 900 },
    async arrange({ page, language }) {
      await page.goto(organizations)
      await untilReady(page)
      await page.getByRole('button', { name: m.tree_expand({ name: '深圳市教育局' }, { locale: language }) }).click()
      await page.getByRole('row').filter({ hasText: district }).waitFor()
      await page.mouse.move(0, 0)
    },
  },
  conflict: {
    size: { width: 1040, height: 720 },
    async arrange({ page, language: locale, data }) {
      await page.goto(`${organizations}?quickSearch=${encodeURIComponent(district)}`)
      await untilReady(page)
      await page.getByRole('button', { name: m.crud_editRow({ name: district }, { locale }) }).click()
      const dialog = page.getByRole('dialog')
      const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
      await field(m.organization_contact({}, { locale })).fill('何老师')
      await field(m.organization_phone({}, { locale })).fill('0755-55550188')
      await data.editElsewhere(Date.now())
      await dialog.getByRole('button', { name: m.crud_save({}, { locale }), exact: true }).click()
      await dialog.getByText(m.conflict_title({}, { locale })).waitFor()
      await page.mouse.move(0, 0)
    },
  },
  import: {
    size: { width: 1040, height: 720 },
    async arrange({ page, language: locale }) {
      await page.goto(organizations)
      await untilReady(page)
      await page.getByRole('button', { name: m.transfer_open({}, { locale }) }).click()
      await page.getByRole('button', { name: m.import_open({}, { locale }) }).click()
      const dialog = page.getByRole('dialog')
      const next = dialog.getByRole('button', { name: m.import_next({}, { locale }), exact: true })
      const file = { name: 'schools.csv', mimeType: 'text/csv', buffer: schools(locale) }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await next.click()
      await dialog.getByText(m.import_columnsTitle({}, { locale })).waitFor()
      await next.click()
      await dialog.getByRole('button', { name: m.import_checkAll({}, { locale }) }).click()
      await dialog.getByText(m.import_skipRefused({}, { locale })).waitFor()
      await dialog.getByText(m.import_rowNumber({ row: 8 }, { locale }), { exact: true }).waitFor()
      await page.mouse.move(0, 0)
    },
  },
  report: {
    size: { width: 1440, height: 900 },
    async arrange({ page, data }) {
      await page.goto(`/admin/report?exam=${await data.exam()}&report=comparison`)
      await untilReady(page)
      await page.locator('.chart-wide svg').first().waitFor()
      await page.mouse.move(0, 0)
    },
  },
  overview: reportScene('overview'),
  lines: reportScene('lines'),
} satisfies Record<string, Scene>

/** A report of the synthetic district, for the README. */
function reportScene(report: string): Scene {
  return {
    size: { width: 1440, height: 900 },
    readmeOnly: true,
    async arrange({ page, data }) {
      await page.goto(`/admin/report?exam=${await data.exam()}&report=${report}`)
      await untilReady(page)
      await page.locator('.report-paper svg').first().waitFor()
      await page.mouse.move(0, 0)
    },
  }
}

/** A file with thirty schools, three of them with values that are refused. The first line has the titles. */
function schools(locale: Language): Buffer {
  const titles = [
    m.organization_code({}, { locale }),
    m.organization_name({}, { locale }),
    m.organization_type({}, { locale }),
    m.organization_parent({}, { locale }),
    m.organization_contact({}, { locale }),
    m.organization_phone({}, { locale }),
  ]
  const school = m.organization_type_school({}, { locale })
  const rows = Array.from({ length: 30 }, (_, at) => {
    const number = String(at + 1).padStart(2, '0')
    const type = at === 6 ? `${school}?` : school
    const parent = at === 13 ? 'DEMO-449999' : 'DEMO-440305'
    const phone = at === 21 ? '0755-' : `0755-555503${number}`
    return [`NS-${number}`, `南山示例第 ${at + 1} 小学`, type, parent, '', phone]
  })
  const lines = [titles, ...rows].map((cells) => cells.join(','))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}
