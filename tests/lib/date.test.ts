import { expect, onTestFinished, test } from 'vitest'
import { formatIn, formatInstant, formatMinute, formatTimeOfDay, hourIn } from '#src/lib/date.ts'
import { readTimeFormatFrom, timeFormatIn } from '#src/lib/time-format.ts'

const zone = 'Asia/Shanghai'

test.each([
  ['an ISO text', '2026-01-02T03:04:05.678Z', '2026-01-02 11:04:05'],
  ['milliseconds', 1_767_323_045_000, '2026-01-02 11:04:05'],
  ['ten digits are seconds', 1_767_323_045, '2026-01-02 11:04:05'],
  ['ten digits as text too', '1767323045', '2026-01-02 11:04:05'],
  ['midnight is 00, not 24', '2026-03-31T16:00:00Z', '2026-04-01 00:00:00'],
  ['a year of three digits', '0987-06-05T00:00:00Z', /^0987-06-05 /],
])('%s', (_what, value, shown) => {
  expect(formatInstant(value, zone)).toEqual(typeof shown === 'string' ? shown : expect.stringMatching(shown))
})

test.each([null, '', 'yesterday'])('%j is shown as a dash', (value) => {
  expect(formatInstant(value, zone)).toBe('–')
})

test('the zone decides, summer time included', () => {
  expect(formatInstant('2026-07-01T12:00:00Z', 'Europe/Berlin')).toBe('2026-07-01 14:00:00')
  expect(formatInstant('2026-01-01T12:00:00Z', 'Europe/Berlin')).toBe('2026-01-01 13:00:00')
  expect(hourIn('2026-07-01T16:00:00Z', zone)).toBe(0)
  expect(hourIn('2026-07-01T15:59:59Z', zone)).toBe(23)
})

test.each([
  ['2026-11-26T13:05:09Z', '2026-11-26 13:05', '2026-11-26 下午 1:05'],
  ['2026-11-26T00:00:09Z', '2026-11-26 00:00', '2026-11-26 上午 12:00'],
  ['2026-11-26T12:00:00Z', '2026-11-26 12:00', '2026-11-26 下午 12:00'],
])('the time of %s without seconds, and in halves of a day', (value, minutes, halves) => {
  expect(formatIn('minutes', value, 'UTC')).toBe(minutes)
  expect(formatIn('halfday', value, 'UTC')).toBe(halves)
})

test('the format of the page is that of its cookie, and unknown ones show seconds', () => {
  expect(timeFormatIn('ys_lang=en; ys_time=halfday')).toBe('halfday')
  expect(timeFormatIn('ys_time=never')).toBe('seconds')
  expect(timeFormatIn('')).toBe('seconds')
  onTestFinished(() => readTimeFormatFrom(() => 'seconds'))
  readTimeFormatFrom(() => 'halfday')
  expect(formatInstant('2026-11-26T13:05:09Z', 'UTC')).toBe('2026-11-26 下午 1:05')
  expect(formatMinute('2026-11-26T13:05:09Z', 'UTC')).toBe('2026-11-26 下午 1:05')
  expect(formatTimeOfDay('2026-11-26T13:05:09Z', 'UTC')).toBe('下午 1:05')
  expect(formatMinute(null, 'UTC')).toBe('–')
})
