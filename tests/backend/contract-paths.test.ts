import { expect, test } from 'vitest'
import { contractPath, sideOf, streamPath } from '#src/backend/contract-paths.ts'
import { operations } from '#src/features/contract.server.ts'

test.each([
  ['adminApi/user/info', '/adminApi/user/info'],
  ['/api/ajax/area?province=11', '/api/ajax/area'],
  ['/adminApi/./user/../menu', '/adminApi/menu'],
])('the generic GET takes %s', (url, path) => {
  expect(contractPath(url)?.path).toBe(path)
})

test.each([
  'https://evil.example/api/x',
  '//evil.example/api/x',
  '/\\evil.example/api',
  'javascript:alert(1)',
  '/admin/dashboard',
  '/auth/oauth/token',
  '/api/../auth/token/logout',
  '/api/%2e%2e/auth/x',
  '/api/..%2fauth',
  '',
  'http://',
  '/apix',
  '/adminApi/organization/export?format=csv',
  'adminApi/organization/%65xport',
  '/adminApi/organization/template',
  '/adminApi/organization/download/1',
  '/adminApi/job/events',
  '/admin/sys-file/local/a.txt',
  '/admin/Terminal/index',
])('the generic GET refuses %j', (url) => {
  expect(contractPath(url)).toBeUndefined()
})

test('everything that begins with /admin is the back office', () => {
  expect(['/admin/sys-file/upload', '/adminApi/x', '/api/x', '/auth/x'].map(sideOf)).toEqual([
    'admin',
    'admin',
    'user',
    'user',
  ])
})

test.each([
  ['/admin/sys-file/upload', false],
  ['/admin/sys-file/local/a.txt', true],
  ['/admin/Terminal/index', false],
  ['/api/ajax/upload', false],
  ['/adminApi/organization/export', true],
  ['/adminApi/organization/import', false],
  ['/adminApi/exam-score:12/import', false],
  ['/adminApi/exam-roster:12/template', true],
  ['/adminApi/exam-score:12/download/3', true],
  ['/adminApi/exam/scoreSheet', true],
  ['/adminApi/report/pupilSheet', true],
  ['/adminApi/crud/code', true],
  ['/adminApi/crud/workbook', false],
  ['/adminApi/exam-score:12/importRun', undefined],
  ['/adminApi/organization/index', undefined],
  ['/auth/oauth/token', undefined],
  ['/admin/dashboard', undefined],
])('streams: %s', (path, open) => {
  expect(streamPath(path)?.open).toBe(open)
})

// What a page links to carries its session only as a stream.
test('every file and every event stream of the contract is a stream of the pages', () => {
  const streamed = operations.filter(({ bare }) => bare === 'application/octet-stream' || bare === 'text/event-stream')
  const lost = streamed.filter(({ path }) => !streamPath(path.replaceAll(/\{\w+\}/g, '1')))
  expect(lost.map(({ path }) => path)).toEqual([])
  expect(streamed.length).toBeGreaterThan(5)
})
