import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { greeting } from '#src/lib/greeting.ts'

test.each([
  [0, m.greeting_lateNight],
  [4, m.greeting_lateNight],
  [5, m.greeting_goodMorning],
  [8, m.greeting_goodMorning],
  [9, m.greeting_morning],
  [11, m.greeting_morning],
  [12, m.greeting_noon],
  [13, m.greeting_noon],
  [14, m.greeting_afternoon],
  [17, m.greeting_afternoon],
  [18, m.greeting_evening],
  [23, m.greeting_evening],
])('at %i o’clock', (hour, message) => {
  expect(greeting(hour)).toBe(message())
})

test('every greeting says welcome back, in both languages', () => {
  for (let hour = 0; hour < 24; hour++) expect(greeting(hour)).toContain('欢迎回来')
  const english = [
    m.greeting_lateNight,
    m.greeting_goodMorning,
    m.greeting_morning,
    m.greeting_noon,
    m.greeting_evening,
  ]
  for (const message of [...english, m.greeting_afternoon])
    expect(message({}, { locale: 'en' })).toContain('welcome back')
})
