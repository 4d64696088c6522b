import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { Package } from '#src/server/sheet/zip-file.server.ts'
import { addOrganizations } from '../support/api.ts'
import { startImports } from '../support/imports.ts'
import { temporaryFile } from '../support/workbook.ts'

type Started = Awaited<ReturnType<typeof startImports>>

async function fetchTemplate({ api, call }: Started, language: string) {
  const answer = await api.request('/adminApi/organization/template', {
    headers: { authorization: `Bearer ${call.tokens.access_token}`, 'accept-language': language },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('a template has every column, its hints and its allowed values, and comes back with nothing to guess', async () => {
  const made = await startImports()

  // A template has every column, and the allowed values as lists that another library reads.
  {
    const started = made
    await addOrganizations(started.call)
    const { sheets } = await readXlsx(await fetchTemplate(started, 'en'))
    const [form, lists] = sheets
    expect(form?.rows[0]).toEqual(expect.arrayContaining(['Code *', 'Name *', 'Type *', 'Parent', 'Status']))
    const column = (title: string) => String.fromCharCode(65 + (form?.rows[0]?.indexOf(title) ?? -1))
    const listOf = (title: string) => {
      const rule = form?.dataValidations?.find(({ range }) => range.startsWith(`${column(title)}2:`))
      const last = Number(/\$(\d+)$/.exec(rule?.formula1 ?? '')?.[1] ?? 0)
      expect(rule?.formula1).toBe(`'Allowed values'!$${column(title)}$1:$${column(title)}$${last}`)
      return lists?.rows.slice(0, last).map((row) => row[column(title).charCodeAt(0) - 65])
    }
    expect(listOf('Type *')).toEqual(['Provincial bureau', 'Bureau', 'District', 'School', 'Campus', 'Class'])
    expect(listOf('Status')).toEqual(['Enabled', 'Disabled'])
    expect(listOf('Parent')).toEqual(['Name B', 'Name D1', 'Name D2', 'Name S1', 'Name S2'])
  }

  // Each column of a template says how it is filled in.
  {
    const started = made
    const hints = async (language: string) => {
      const book = await Package.open(temporaryFile('template.xlsx', await fetchTemplate(started, language)))
      const sheet = await book.text('xl/worksheets/sheet1.xml')
      book.close()
      return Object.fromEntries(
        [...sheet.matchAll(/promptTitle="([^"]*)" prompt="([^"]*)"/g)].map(([, title, text]) => [title, text]),
      )
    }
    expect(await hints('en')).toMatchObject({
      'Code *': expect.stringContaining('Required'),
      Parent: 'Write the name or the code',
      'Education levels': 'Several are possible, with commas between',
      Area: 'Write the code of the division, or its whole name',
    })
    expect(await hints('zh-cn')).toMatchObject({
      上级机构: '填名称或代码',
      学段: '可填多个，用“、”分隔',
      所在地区: '填行政区划代码，或省市区的完整名称',
    })
  }

  // A template that comes back is understood in either language, with nothing to guess.
  {
    const started = made
    for (const language of ['en', 'zh-cn']) {
      const { data: view } = await started.send(await fetchTemplate(started, language), 'template.xlsx')
      expect(view).toMatchObject({ header: 1, sheet: 0, keys: { proposed: ['code'] } })
      expect(view.columns.map(({ by }) => by)).toEqual(view.columns.map(() => 'title'))
    }
  }
})
