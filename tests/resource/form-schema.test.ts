import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { Field, FieldKind } from '#src/resource/description.ts'
import { fieldErrors, formSchema } from '#src/resource/form-schema.ts'

const label = { 'zh-cn': '字段', en: 'Field' }
const field = (kind: FieldKind, more: Partial<Pick<Field, 'name' | 'required' | 'addOnly'>> = {}): Field => ({
  name: 'x',
  label,
  ...more,
  ...kind,
})

function check(described: Field, value: unknown, partial = false) {
  const values = value === undefined ? {} : { [described.name]: value }
  const result = v.safeParse(formSchema({ fields: [described] }, partial), values)
  return result.success ? { output: result.output[described.name] } : { errors: fieldErrors(result.issues) }
}

/** Returns the validation errors of a value in a language. */
function said(locale: 'zh-cn' | 'en', described: Field, value: unknown) {
  return withLocale(locale, () => check(described, value).errors)
}

const options = [
  { value: 'a', label },
  { value: 2, label },
]
const required = { required: true }

test.each<[string, Field, unknown, string, string, string?]>([
  ['nothing at all', field({ type: 'text' }, required), undefined, '必填', 'Required'],
  ['an empty text', field({ type: 'text' }, required), '', '必填', 'Required'],
  ['a text of spaces', field({ type: 'text' }, required), ' \n', '内容不能为空', 'The content cannot be empty'],
  ['a long text', field({ type: 'text', max: 2 }), '三个字', '最多 2 个字符', 'At most 2 characters'],
  ['a number in place of a text', field({ type: 'text' }), 1, '格式不正确', 'This is not in the expected format'],
  [
    'a mobile number',
    field({ type: 'text', rule: 'mobile' }),
    '12800138000',
    '请输入正确的手机号',
    'Please enter the correct mobile number',
  ],
  [
    'a phone number',
    field({ type: 'text', rule: 'phone' }),
    '12',
    '请输入正确的电话号码',
    'Please enter the correct phone number',
  ],
  ['a name', field({ type: 'text', rule: 'name' }), '李4', '请输入正确的姓名', 'Please enter the correct name'],
  [
    'an ID number with a wrong check digit',
    field({ type: 'text', rule: 'idNumber' }),
    '11010519491231002Y',
    '请输入正确的身份证号',
    'Please enter the correct ID number',
  ],
  [
    'an e-mail address',
    field({ type: 'text', rule: 'email' }),
    'a@b',
    '请输入正确的邮箱',
    'Please enter the correct e-mail address',
  ],
  ['a URL', field({ type: 'text', rule: 'url' }), '//x.cn', '请输入正确的网址', 'Please enter the correct URL'],
  [
    'a password',
    field({ type: 'password' }),
    '12345&',
    `密码须为 6 到 32 位，且不能包含 & < > " '`,
    `6 to 32 characters, must not contain & < > " '`,
  ],
  ['no password', field({ type: 'password' }, required), '', '必填', 'Required'],
  ['a number', field({ type: 'number' }), '1x', '请输入浮点数', 'Please enter a floating point number'],
  ['no number', field({ type: 'number' }, required), null, '必填', 'Required'],
  ['three decimals', field({ type: 'number' }), 1.234, '最多 2 位小数', 'At most 2 decimals'],
  ['a part of a whole', field({ type: 'integer' }), '1.5', '请输入整数', 'Please enter a whole number'],
  ['too small', field({ type: 'integer', min: 3 }), 2, '不能小于 3', 'Must be at least 3'],
  ['too much money', field({ type: 'money', max: 10_000 }), 10_001, '不能大于 100.00', 'Must be at most 100.00'],
  ['no money', field({ type: 'money' }), '1,5', '请输入浮点数', 'Please enter a floating point number'],
  ['a year', field({ type: 'year' }), '20x6', '请输入四位数的年份', 'Please enter a four-digit year'],
  ['an option', field({ type: 'select', options }), 'b', '请选择列表中的一项', 'Please choose from the list'],
  ['no option', field({ type: 'select', options }, required), null, '必填', 'Required'],
  [
    'an option among others',
    field({ type: 'select', options, multiple: true }),
    ['a', 'b'],
    '请选择列表中的一项',
    'Please choose from the list',
    'x.1',
  ],
  ['no options', field({ type: 'select', options, multiple: true }, required), [], '必填', 'Required'],
  ['a switch', field({ type: 'switch' }), 2, '格式不正确', 'This is not in the expected format'],
  ['an empty text of a list', field({ type: 'texts', maxItems: 2, max: 9 }), ['a', ''], '必填', 'Required', 'x.1'],
  ['a long list', field({ type: 'texts', maxItems: 1, max: 9 }), ['a', 'b'], '最多 1 项', 'At most 1 in this list'],
  [
    'a key twice',
    field({ type: 'pairs' }),
    [
      { key: 'a', value: '' },
      { key: ' a ', value: '' },
    ],
    '键不能重复',
    'This key already exists',
    'x.1.key',
  ],
  ['a key that is missing', field({ type: 'pairs' }), [{ key: '', value: 'b' }], '必填', 'Required', 'x.0.key'],
  [
    'a day that does not exist',
    field({ type: 'date' }),
    '2026-02-30',
    '请输入正确的日期，如 2026-09-01',
    'Please enter a date that exists, such as 2026-09-01',
  ],
  [
    'an early day',
    field({ type: 'date', min: '2026-01-01' }),
    '2025-12-31',
    '不能小于 2026-01-01',
    'Must be at least 2026-01-01',
  ],
  [
    'an instant without its zone',
    field({ type: 'datetime' }),
    '2026-09-01 08:00:00',
    '请输入正确的日期和时间',
    'Please enter the correct date and time',
  ],
  [
    'a time',
    field({ type: 'time' }),
    '24:00',
    '请输入正确的时间，如 08:30',
    'Please enter the correct time, such as 08:30',
  ],
  [
    'a colour',
    field({ type: 'color' }),
    '#12345678',
    '请输入正确的颜色，如 #409eff',
    'Please enter the correct color, such as #409eff',
  ],
  [
    'JSON',
    field({ type: 'json' }),
    "{'a': 1}",
    '这不是正确的 JSON：名称和文本要放在英文双引号中',
    'This is not valid JSON: names and texts stand in double quotes',
  ],
  [
    'JSON with a null character',
    field({ type: 'json' }),
    '["\\u0000"]',
    '数据库无法保存这段 JSON：层级超过 1000 层，或者含有空字符、不完整的字符、位数过多的数字',
    'The database cannot hold this JSON: it has more than 1,000 levels, a null character, an incomplete character, or a number with too many digits',
  ],
  ['no JSON', field({ type: 'json' }, required), ' ', '必填', 'Required'],
  [
    'a script in place of a picture',
    field({ type: 'image' }),
    'javascript:1',
    '请输入正确的网址',
    'Please enter the correct URL',
  ],
  [
    'a picture of another host',
    field({ type: 'file', multiple: true }),
    ['//x.cn/a'],
    '请输入正确的网址',
    'Please enter the correct URL',
    'x.0',
  ],
  ['an empty editor', field({ type: 'editor' }, required), '<p>&nbsp; </p>', '编辑器内容必填', 'Editor required'],
  ['no relation', field({ type: 'relation', resource: 'y' }, required), null, '必填', 'Required'],
  ['no relations', field({ type: 'relation', resource: 'y', multiple: true }, required), [], '必填', 'Required'],
  [
    'an area below its levels',
    field({ type: 'area', levels: 2 }),
    '440305',
    '请选择列表中的一项',
    'Please choose from the list',
  ],
  [
    'a cell of a table',
    field({ type: 'rows', maxItems: 9, fields: [{ name: 'mark', label, type: 'integer', required: true }] }),
    [{ mark: 1 }, { mark: 'x' }],
    '请输入整数',
    'Please enter a whole number',
    'x.1.mark',
  ],
  [
    'a cell that is missing',
    field({ type: 'rows', maxItems: 9, fields: [{ name: 'mark', label, type: 'integer', required: true }] }),
    [{}],
    '必填',
    'Required',
    'x.0.mark',
  ],
  [
    'too few rows',
    field({ type: 'rows', minItems: 1, maxItems: 9, fields: [] }),
    [],
    '至少 1 项',
    'At least 1 in this list',
  ],
])('a form says what is wrong with %s, in both languages', (_what, described, value, zh, en, path = 'x') => {
  expect(said('zh-cn', described, value)).toEqual({ [path]: [zh] })
  expect(said('en', described, value)).toEqual({ [path]: [en] })
})

test.each<[string, Field, unknown, unknown]>([
  ['texts are trimmed', field({ type: 'text' }), ' a ', 'a'],
  ['a password is not', field({ type: 'password' }), '  123456', '  123456'],
  ['an empty password is no password', field({ type: 'password' }), '', undefined],
  ['numbers come as text', field({ type: 'number' }), ' -1.50 ', -1.5],
  ['small numbers are exact', field({ type: 'number', decimals: 7 }), 0.0000001, 0.0000001],
  ['an empty number is none', field({ type: 'integer' }), '', null],
  ['a name with rank is a whole number', field({ type: 'text' }, { name: 'classRank' }), '12', 12],
  ['money is cents', field({ type: 'money' }), '1234', 1234],
  ['an option may come as text', field({ type: 'select', options }), '2', 2],
  ['no option', field({ type: 'select', options }), '', null],
  ['options have their order', field({ type: 'select', options, multiple: true }), ['2', 'a', 2], ['a', 2]],
  ['a switch may be a boolean', field({ type: 'switch' }), true, 1],
  ['an instant is UTC', field({ type: 'datetime' }), '2026-09-01T08:00:00+08:00', '2026-09-01T00:00:00.000Z'],
  ['ten digits are seconds', field({ type: 'datetime' }), 1_788_220_800, '2026-09-01T00:00:00.000Z'],
  ['a time has seconds', field({ type: 'time' }), '08:30', '08:30:00'],
  ['no day', field({ type: 'date' }), '', null],
  ['a leap day', field({ type: 'date' }), '2028-02-29', '2028-02-29'],
  ['colours are lower case', field({ type: 'color', alpha: true }), '#ABCDEF80', '#abcdef80'],
  ['JSON as it is written', field({ type: 'json' }), ' {"a":  1.50}\n', '{"a":  1.50}'],
  ['JSON that is empty', field({ type: 'json' }), '', null],
  ['a relation once', field({ type: 'relation', resource: 'y', multiple: true }), [2, '1', 2], [2, 1]],
  ['an editor with a picture', field({ type: 'editor' }, required), '<p><img src="/a"></p>', '<p><img src="/a"></p>'],
  ['a stored picture', field({ type: 'image' }), '/storage/a.png', '/storage/a.png'],
])('a form takes in: %s', (_what, described, value, output) => {
  expect(check(described, value)).toEqual({ output })
})

test('a rank is no part of a number', () => {
  const described = field({ type: 'number' }, { name: 'rankNo' })
  expect(said('en', described, '1.5')).toEqual({ rankNo: ['Please enter a whole number'] })
})

test('an edit needs no password, and does not touch what is fixed from the beginning', () => {
  expect(check(field({ type: 'password' }, required), '', true)).toEqual({ output: undefined })
  const fixed = field({ type: 'text' }, { addOnly: true })
  expect(check(fixed, 'a')).toEqual({ output: 'a' })
  expect(withLocale('en', () => check(fixed, 'a', true))).toEqual({ errors: { x: ['Unknown field: x'] } })
})
