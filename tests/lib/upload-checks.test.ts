import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { passwordStrength } from '#src/lib/password-strength.ts'
import { isAllowedType, uploadProblem } from '#src/lib/upload-checks.ts'

const limits = { maxsize: 100, mimetype: 'jpg,.PNG, application/pdf,video/*' }

test.each([
  [{ name: '', size: 1, type: '' }, '上传的文件数据不完整！', 'The data of the uploaded file is incomplete!'],
  [{ name: 'a.jpg', size: 0, type: '' }, '上传的文件数据不完整！', 'The data of the uploaded file is incomplete!'],
  [{ name: 'a.exe', size: 1, type: '' }, '上传的文件类型不被允许！', 'The type of uploaded file is not allowed!'],
  [
    { name: 'a.jpg', size: 101, type: '' },
    '上传的文件大小超出允许范围！',
    'The size of the uploaded file exceeds the allowed range!',
  ],
])('a file is refused before it is sent: %o', (file, zh, en) => {
  expect(withLocale('zh-cn', () => uploadProblem(file, limits))).toBe(zh)
  expect(withLocale('en', () => uploadProblem(file, limits))).toBe(en)
})

test.each([
  ['a.jpg', '', true],
  ['A.JPG', '', true],
  ['a.png', '', true],
  ['a', 'application/pdf', true],
  ['a', 'video/mp4', true],
  ['a', 'videos/mp4', false],
  ['jpg', '', false],
  ['a.jpg.exe', 'application/x-msdownload', false],
  ['a.pdf', 'text/plain', false],
])('%s of type "%s" is allowed: %s', (name, type, allowed) => {
  expect(isAllowedType({ name, type }, limits.mimetype)).toBe(allowed)
  expect(isAllowedType({ name, type }, '*')).toBe(true)
})

test.each([
  ['', 0],
  ['123456', 1],
  ['aaaaaaaaaaaa', 1],
  ['password1', 1],
  ['kiwi47', 2],
  ['Blue7Chairs', 4],
  ['correct horse battery', 4],
])('the strength of "%s" is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
