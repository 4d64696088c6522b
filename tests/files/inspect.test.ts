import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { plainFileName } from '#src/server/files/file-name.ts'
import { fileTypeOf } from '#src/server/files/file-types.ts'
import { inspectFile } from '#src/server/files/inspect.server.ts'
import { otherName, saveName } from '#src/server/files/save-name.ts'
import { picture } from '../support/uploads.ts'

test('a file that takes too long or too much memory is refused with a sentence, and the process goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-inspect-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a')
  writeFileSync(path, await picture('png'))
  const inspect = (limits?: { seconds: number; megabytes: number }) =>
    withLocale('en', () => inspectFile({ path, type: fileTypeOf('png'), owner: 1, ...(limits ? { limits } : {}) }))
  const refusal = { code: 422, message: 'This file takes too long to check. Please upload a smaller one.' }
  await expect(inspect({ seconds: 0.001, megabytes: 256 })).rejects.toMatchObject(refusal)
  await expect(inspect({ seconds: 45, megabytes: 4 })).rejects.toMatchObject(refusal)
  expect(await inspect()).toMatchObject({ width: 40, height: 20, made: true })
})

const facts = {
  topic: 'default',
  name: 'My report (final).docx',
  suffix: 'docx',
  sha1: 'a'.repeat(40),
  timeZone: 'Asia/Shanghai',
  now: Date.UTC(2026, 0, 31, 20, 5, 9),
  random: 'r'.repeat(16),
}

test('an address is made by the template of the site', () => {
  const made = (template: string, more: Partial<typeof facts> = {}) => saveName(template, { ...facts, ...more })
  expect(made('/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}')).toBe(
    `/storage/default/20260201/Myreportfinal${'a'.repeat(40)}.docx`,
  )
  expect(made('/{year}/{month}/{day}/{hour}{min}{sec}-{random}.{suffix}')).toBe(
    `/storage/2026/02/01/040509-${'r'.repeat(16)}.docx`,
  )
  expect(made('{sha1}')).toBe(`/storage/${'a'.repeat(40)}`)
  expect(made('/storage/{filename}{.suffix}', { name: '0123456789abcdefXYZ.pdf', suffix: 'pdf' })).toBe(
    '/storage/0123456789abcde.pdf',
  )
})

test('no name leads out of its place', () => {
  const names = [
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\x\\y.png',
    '..',
    '.',
    'a\0b',
    '%2e%2e',
    '‮gnp.exe',
    'x'.repeat(900),
    '学生',
  ]
  const templates = [
    '/storage/{topic}/{filename}{.suffix}',
    '{filename}/../../{filename}',
    '/../../{filename}',
    '',
    '{none}',
    '\\..\\{filename}',
  ]
  for (const name of names)
    for (const template of templates) {
      const url = saveName(template, { ...facts, name, suffix: name.split('.').at(-1) ?? '', topic: name })
      expect(url, `${template} ${name}`).toMatch(
        /^\/storage\/[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/,
      )
      expect(url).not.toContain('..')
      expect(url.length).toBeLessThan(300)
    }
  expect(saveName('/storage/{filename}{.suffix}', { ...facts, name: 'CON.png', suffix: 'png' })).toBe(
    '/storage/_CON.png',
  )
  expect(otherName('/storage/a.b/c', 'x')).toBe('/storage/a.b/c-x')
  expect(otherName('/storage/a/b.png', 'x')).toBe('/storage/a/b-x.png')
})

test('the name that people see has no path and no hidden signs, and keeps its extension', () => {
  expect(plainFileName('C:\\Users\\me\\学生.png')).toBe('学生.png')
  expect(plainFileName('a/b/../c.txt')).toBe('c.txt')
  expect(plainFileName('x\u202egnp.exe\0')).toBe('xgnp.exe')
  expect(plainFileName('a\u200db\u200d.png')).toBe('ab.png')
  expect(plainFileName('👨\u200d👩\u200d👧 ❤️\u200d🔥.png')).toBe('👨\u200d👩\u200d👧 ❤️\u200d🔥.png')
  expect(plainFileName(`${'长'.repeat(200)}.docx`)).toBe(`${'长'.repeat(95)}.docx`)
})
