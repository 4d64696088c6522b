import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { afterWord, inText, labelAfterWord, labelInText } from '#src/resource/label.ts'

const device = { 'zh-cn': 'Device', en: 'Device' }

test('a title in a sentence is an ordinary word in English, and stays as it is in Chinese', () => {
  expect(labelInText(device, 'en')).toBe('device')
  expect(labelInText(device, 'zh-cn')).toBe('Device')
  expect(inText('Education levels of “North School” in JSON', 'en')).toBe('education levels of “North School” in JSON')
  expect(inText('North School', 'zh-cn')).toBe('North School')
})

test('a space keeps a Latin name apart from the Chinese word before it', () => {
  const add = (locale: 'zh-cn' | 'en', label = device) =>
    m.crud_addTitle({ title: labelAfterWord(label, locale) }, { locale })
  expect(add('zh-cn')).toBe('添加 Device')
  expect(add('en')).toBe('Add device')
  expect(add('zh-cn', { 'zh-cn': '考场', en: 'Exam room' })).toBe('添加考场')
  expect(afterWord('3D 打印机', 'zh-cn')).toBe(' 3D 打印机')
  expect(afterWord('（旧）Device', 'zh-cn')).toBe('（旧）Device')
})
