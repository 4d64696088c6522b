import { expect, test } from 'vitest'
import { organizationResource } from '#src/features/org/organization.api.server.ts'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import type { Field } from '#src/resource/description.ts'
import { cellReader } from '#src/server/import/cell-reader.server.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import { type Problem, problemErrors } from '#src/server/import/problems.server.ts'
import type { SheetCell } from '#src/server/sheet/cell.ts'
import { label } from '../support/label.ts'

type Sentences = { en: string; 'zh-cn': string }

const text = (content: string): SheetCell => ({ kind: 'text', text: content })
const number = (value: number): SheetCell => ({ kind: 'number', text: String(value), number: value })
const options = Array.from({ length: 9 }, (_, at) => ({
  value: at + 1,
  label: { 'zh-cn': `第${at + 1}类`, en: `Kind ${at + 1}` },
}))

const cells: Record<string, [Field, SheetCell, Sentences]> = {
  'an error': [
    { name: 'name', type: 'text', label: label('Name') },
    { kind: 'error', text: '#N/A' },
    {
      en: 'The cell holds the error #N/A: put the right content in its place',
      'zh-cn': '单元格是错误值 #N/A，请改成正确的内容',
    },
  ],
  'a formula without a result': [
    { name: 'name', type: 'text', label: label('Name') },
    { kind: 'formula', text: '' },
    {
      en: 'The formula has no result yet: open the file in a spreadsheet program and save it once, or put the value in its place',
      'zh-cn': '公式还没有算出结果。请用表格软件打开文件并保存一次，或改成数值',
    },
  ],
  'a long number that has lost its end': [
    { name: 'code', type: 'text', label: label('Code') },
    number(2 ** 60),
    {
      en: 'The number has more than fifteen digits and has lost the last of them: set the column to text and enter it again',
      'zh-cn': '数字超过 15 位，后面的位数已经丢失。请把这一列设为文本格式后重新填写',
    },
  ],
  'a long number that a program has shortened': [
    { name: 'code', type: 'text', label: label('Code') },
    text('1.1E+17'),
    {
      en: 'A spreadsheet program has shortened this number: set the column to text and enter it again',
      'zh-cn': '电子表格程序缩短了这个数字：请把该列设为文本，重新填写',
    },
  ],
  'a phone number': [
    { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone' },
    text('none'),
    {
      en: 'Not a phone number: write it like 13800000001 or 0755-26123456',
      'zh-cn': '不是电话号码，请写成 13800000001 或 0755-26123456',
    },
  ],
  'two phone numbers': [
    { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone' },
    text('13800000001、13900000002'),
    {
      en: 'There are several phone numbers: write only one, like 13800000001',
      'zh-cn': '这里有好几个电话号码，请只写一个，如 13800000001',
    },
  ],
  'a number': [
    { name: 'seats', type: 'integer', label: label('Seats') },
    text('many'),
    { en: 'Not a number', 'zh-cn': '不是数字' },
  ],
  'a year': [
    { name: 'from', type: 'year', label: label('From') },
    text('26'),
    { en: 'Not a year: write it like 2026', 'zh-cn': '不是年份，请写成 2026' },
  ],
  'a day': [
    { name: 'on', type: 'date', label: label('On') },
    text('someday'),
    { en: 'Not a date: write it like 2026-09-01', 'zh-cn': '不是日期，请写成 2026-09-01' },
  ],
  'a day and a time': [
    { name: 'at', type: 'datetime', label: label('At') },
    text('soon'),
    {
      en: 'Not a date and time: write it like 2026-09-01 08:30',
      'zh-cn': '不是日期和时间，请写成 2026-09-01 08:30',
    },
  ],
  'a time': [
    { name: 'bell', type: 'time', label: label('Bell') },
    text('noon'),
    { en: 'Not a time: write it like 08:30', 'zh-cn': '不是时间，请写成 08:30' },
  ],
  'a switch': [
    { name: 'open', type: 'switch', label: label('Open') },
    text('perhaps'),
    { en: 'This is not understood: write “Enabled” or “Disabled”', 'zh-cn': '看不懂。请写“启用”或“停用”' },
  ],
  'an option, of which eight are named': [
    { name: 'kind', type: 'select', label: label('Kind'), options },
    text('Kind 10'),
    {
      en: 'There is no such option. There are: Kind 1, Kind 2, Kind 3, Kind 4, Kind 5, Kind 6, Kind 7, Kind 8 …',
      'zh-cn': '没有这个选项。可以写：第1类、第2类、第3类、第4类、第5类、第6类、第7类、第8类 …',
    },
  ],
}

test.each(Object.entries(cells))('a cell that cannot be read says so: %s', (_name, [field, cell, says]) => {
  expect(inEachLanguage(() => cellReader(field, 'Asia/Shanghai')(cell))).toEqual({
    en: { error: says.en },
    'zh-cn': { error: says['zh-cn'] },
  })
})

const none: Problem = {
  problem: null,
  problem_row: null,
  problem_fields: null,
  rule_errors: null,
  cell_errors: null,
  parent: null,
  unclear: null,
}
const plan: ImportPlan = { sheet: 0, header: 1, mapping: ['code', 'name'], keys: ['code'], mode: 'both', blank: 'keep' }

const tooDeep = { en: 'The tree would have more than 32 levels', 'zh-cn': '层级不能超过 32 级' }
const cycle = { en: 'It cannot be moved under itself or anything below it', 'zh-cn': '不能移动到自己或自己的下级' }

const problems: [Partial<Problem>, string, Sentences][] = [
  [{ problem: 'duplicate', problem_row: 4 }, 'code', { en: 'The same as in row 4', 'zh-cn': '与第 4 行重复' }],
  [
    { problem: 'several' },
    'code',
    {
      en: 'Several stored rows have this Code, so it is unknown which one is meant',
      'zh-cn': '现有数据里有好几行的机构代码都是这样，无法判断是哪一行',
    },
  ],
  [
    { problem: 'outOfSight' },
    'code',
    {
      en: 'This Code is taken by a row outside of your data scope',
      'zh-cn': '这个机构代码已被占用，而那一行不在您的数据范围内',
    },
  ],
  [
    { problem: 'notFound' },
    'code',
    { en: 'There is no row with this Code to update', 'zh-cn': '没有这样的机构代码，无法更新' },
  ],
  [{ problem: 'required', problem_fields: ['name'] }, 'name', { en: 'Required', 'zh-cn': '必填' }],
  [
    { problem: 'ambiguous', problem_fields: ['pid'], unclear: { pid: ['North', 'North (1); North (2)'] } },
    'pid',
    {
      en: '“North” may be one of several: North (1); North (2). Write its code or its whole name',
      'zh-cn': '“North”有好几个：North (1); North (2)。请写它的编码或完整名称',
    },
  ],
  [
    { problem: 'addOnly', problem_fields: ['type'] },
    'type',
    { en: 'It cannot be changed once the row is there', 'zh-cn': '新增之后不能再修改' },
  ],
  [{ problem: 'outOfScope' }, '', { en: 'Outside your data scope', 'zh-cn': '超出您的数据范围' }],
  [
    { problem: 'taken', problem_fields: ['name'] },
    'name',
    { en: 'Another row has it already', 'zh-cn': '已被另一行占用' },
  ],
  [
    { problem: 'parentMissing', problem_fields: ['pid'], parent: 'North' },
    'pid',
    {
      en: '“North” is not found, or not yours to use. Write its code or its whole name',
      'zh-cn': '找不到“North”，或您无权使用。请写它的编码或完整名称',
    },
  ],
  [
    { problem: 'parentSeveral', problem_fields: ['pid'], problem_row: 3, parent: 'North' },
    'pid',
    {
      en: '“North” stands in several rows of this file (row 3 is the first), so the parent is unclear',
      'zh-cn': '“North”在本文件里不止一行（第 3 行是第一处），分不清哪一行是上级',
    },
  ],
  [
    { problem: 'parentRefused', problem_fields: ['pid'], problem_row: 3 },
    'pid',
    { en: 'Its parent in row 3 is refused', 'zh-cn': '它的上级（第 3 行）不符合要求' },
  ],
  [{ problem: 'circle', problem_fields: ['pid'] }, 'pid', cycle],
  [{ problem: 'tooDeep', problem_fields: ['pid'] }, 'pid', tooDeep],
  [{ problem: 'cycle', problem_fields: ['pid'] }, 'pid', cycle],
]

test.each(problems)('a row that is refused says why, where it belongs: %j', (problem, field, says) => {
  const errors = inEachLanguage(() => problemErrors({ ...none, ...problem }, organizationResource, plan))
  expect(errors).toEqual({ en: { [field]: says.en }, 'zh-cn': { [field]: says['zh-cn'] } })
})
