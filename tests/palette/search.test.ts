import { expect, test } from 'vitest'
import { type Findable, search } from '#src/layout/palette/palette-search.ts'
import { pinyinMatch } from '#src/layout/palette/pinyin.ts'

const entry = (title: string, alias = '', hint = '', weight = 0): Findable => ({ title, alias, hint, weight })

const chinese = [
  entry('控制台', 'Dashboard'),
  entry('组织机构', 'Organizations', '基础信息'),
  entry('考试方案', 'Exam schemes', '基础信息'),
  entry('用户管理', 'User management', '用户与权限'),
  entry('角色管理', 'Role management', '用户与权限'),
  entry('退出登录', 'Sign out'),
]

const titles = (entries: Findable[], query: string) =>
  search(entries, query, pinyinMatch).map(({ entry }) => entry.title)

test.each([
  ['组织', ['组织机构']],
  ['zzjg', ['组织机构']],
  ['zuzhi', ['组织机构']],
  ['zuzjg', ['组织机构']],
  ['jigou', ['组织机构']],
  ['ksfa', ['考试方案']],
  ['gl', ['用户管理', '角色管理']],
  // In 角色, 角 is read jue. Many users read it jiao.
  ['juese', ['角色管理']],
  ['jiaose', ['角色管理']],
  ['organ', ['组织机构']],
  ['SIGN', ['退出登录']],
  ['exam 方案', ['考试方案']],
  ['权限 角色', ['角色管理']],
  ['基础', ['组织机构', '考试方案']],
  ['zg', []],
  ['zzzz', []],
  ['no such thing', []],
])('%j finds %j', (query, expected) => {
  expect(titles(chinese, query).sort()).toEqual([...expected].sort())
})

test('the same words find the same in English', () => {
  const english = chinese.map(({ title, alias, hint, weight }) => ({ title: alias, alias: title, hint, weight }))
  for (const query of ['组织', 'zzjg', 'jigou', 'organ']) expect(titles(english, query)).toEqual(['Organizations'])
})

test('the better a title fits, the further up it stands', () => {
  const entries = [
    entry('Close all tabs'),
    entry('All'),
    entry('Recall', ''),
    entry('Nothing', 'All of it'),
    entry('Elsewhere', '', 'all'),
    entry('Allowed'),
  ]
  expect(titles(entries, 'all')).toEqual(['All', 'Allowed', 'Nothing', 'Close all tabs', 'Recall', 'Elsewhere'])
})

test('first letters from the beginning go before those in the middle, and recent ones before others', () => {
  expect(titles([entry('添加机构'), entry('机构')], 'jg')).toEqual(['机构', '添加机构'])
  expect(titles([entry('用户管理'), entry('角色管理', '', '', 6)], 'gl')).toEqual(['角色管理', '用户管理'])
})

test('without a query everything is there as it stands; without the dictionary texts are found', () => {
  expect(search(chinese, '  ').map(({ entry }) => entry)).toEqual(chinese)
  expect(search(chinese, 'zzjg')).toEqual([])
  expect(search(chinese, '组织')).toHaveLength(1)
})

test('what fits is marked in the title, and nothing when the other language fits', () => {
  const marks = (query: string) => [...(search(chinese, query, pinyinMatch)[0]?.marks ?? [])]
  expect(marks('jg')).toEqual([2, 3])
  expect(marks('织机')).toEqual([1, 2])
  expect(marks('organ')).toEqual([])
})
