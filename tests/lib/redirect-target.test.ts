import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redirectTargetOfSegment, redirectTargetSearch, targetOnSite } from '#src/lib/redirect-target.ts'

test('the parameter is read as an object, or as the JSON that somebody wrote', () => {
  const way = { path: '/admin/dashboard', query: { a: '1' } }
  expect(v.parse(redirectTargetSearch, way)).toEqual(way)
  expect(v.parse(redirectTargetSearch, JSON.stringify(way))).toEqual(way)
  expect(redirectTargetOfSegment('{"path":"/admin/dashboard"}')).toEqual({ path: '/admin/dashboard', query: {} })
})

test.each(['', 'dashboard', '{', '{"path":1}', '[]', 'null', 5])('a broken one is none: %s', (value) => {
  expect(v.parse(redirectTargetSearch, value)).toBeUndefined()
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'admin',
  '',
])('a way that leads off the site is none: %s', (path) => {
  expect(targetOnSite({ path, query: {} })).toBeUndefined()
})

test.each(['/admin/loading', '/admin/loading/x', '/user/login', '/center/loading'])(
  'a way that would lead back here is none: %s',
  (path) => {
    expect(targetOnSite({ path, query: {} })).toBeUndefined()
  },
)

test('a query inside the path joins the query', () => {
  expect(targetOnSite({ path: '/admin/x?a=1', query: { b: '2' } })).toEqual({
    path: '/admin/x',
    query: { a: '1', b: '2' },
  })
})

test('a path that cannot be decoded is none', () => {
  expect(targetOnSite({ path: '/admin/%', query: {} })).toBeUndefined()
})
