import { expect, test } from 'vitest'
import { readDay, readTime } from '#src/lib/calendar.ts'
import { fromZoned } from '#src/lib/from-zoned.ts'
import { toZoned } from '#src/lib/zoned.ts'
import { cellReader } from '#src/server/import/cell-reader.server.ts'

test.each([
  ['2026-09-01T00:00:00Z', 'Asia/Shanghai', '2026-09-01', '08:00:00'],
  ['2026-08-31T16:30:05Z', 'Asia/Shanghai', '2026-09-01', '00:30:05'],
  ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31', '23:59:59'],
  ['2026-07-01T00:00:00Z', 'Asia/Kathmandu', '2026-07-01', '05:45:00'],
])('%s is shown in %s as %s %s, and back', (instant, zone, day, time) => {
  expect(toZoned(instant, zone)).toEqual({ day, time })
  expect(fromZoned({ day, time }, zone)).toBe(new Date(instant).toISOString())
})

test('an hour that spring leaves out is the next one; of one that autumn has twice the first is meant', () => {
  const zone = 'America/New_York'
  expect(fromZoned({ day: '2026-03-08', time: '02:30' }, zone)).toBe('2026-03-08T07:30:00.000Z')
  expect(fromZoned({ day: '2026-11-01', time: '01:30' }, zone)).toBe('2026-11-01T05:30:00.000Z')
})

test.each([
  ['Asia/Shanghai', '1991-09-15', '01:30', '1991-09-14T16:30:00Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
  ['Asia/Shanghai', '1900-01-01', '12:00:00', '1900-01-01T03:54:17Z'],
])('a change of clocks: in %s %s %s is the same instant in a form and in an import', (zone, day, time, instant) => {
  expect(Date.parse(fromZoned({ day, time }, zone))).toBe(Date.parse(instant))
  const read = cellReader({ name: 'at', label: () => 'At', type: 'datetime' }, zone)
  expect(read({ kind: 'text', text: `${day} ${time}` })).toEqual({ value: fromZoned({ day, time }, zone) })
})

test('what is no instant is shown as nothing', () => {
  expect(toZoned('soon', 'Asia/Shanghai')).toBeUndefined()
})

test.each([
  ['2026-9-1', '2026-09-01'],
  [' 2026/09/01 ', '2026-09-01'],
  ['20260901', '2026-09-01'],
  ['2026年9月1日', '2026-09-01'],
  ['2026-02-30', undefined],
  ['9-1', undefined],
])('a day typed as %s is read as %s', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['8:30', '08:30:00'],
  ['0830', '08:30:00'],
  ['830', '08:30:00'],
  ['8', '08:00:00'],
  ['23：59：59', '23:59:59'],
  ['24:00', undefined],
  ['noon', undefined],
])('a time typed as %s is read as %s', (text, time) => expect(readTime(text)).toBe(time))
