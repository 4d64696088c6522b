/** A local date and time from a text: a day, a time, or both. */
export type WallClock = { day?: string; time?: string }

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const TIME =
  /^(上午|下午|am|pm)?\s*(\d{1,2})\s*[:：时点]\s*(\d{1,2})\s*分?(?:\s*[:：]?\s*(\d{1,2})(?:\.\d+)?\s*秒?)?\s*(am|pm)?$/i

/** Maximum characters of a date and time. The patterns take long over long texts. */
const LONGEST = 60

/**
 * Reads dates and times as users write them: 2026-9-1, 2026/9/1, 2026年9月1日, 20260901. Each may be followed by 8:30,
 * 8:30:05 or 上午8点30分. A date that begins with the day or the month is not guessed.
 * @returns undefined for a text that is neither
 */
export function readWallClock(given: string): WallClock | undefined {
  if (given.length > LONGEST) return undefined
  const text = given
    .normalize('NFKC')
    .trim()
    .replace(/星期.|周./, '')
    .trim()
  const [first = '', ...rest] = text.split(/(?<=[\d日])(?:\s+|T)(?=\S)/)
  const day = dayOf(text) ?? dayOf(first)
  if (dayOf(text)) return { day }
  const time = timeOf(day ? rest.join(' ') : text)
  if (day && rest.length > 0) return time ? { day, time } : undefined
  return time ? { time } : undefined
}

function dayOf(text: string): string | undefined {
  const found = DAY.exec(text) ?? COMPACT.exec(text)
  if (!found) return undefined
  const [, year = '', month = '', date = ''] = found
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function timeOf(text: string): string | undefined {
  const found = TIME.exec(text.trim())
  if (!found) return undefined
  const half = (found[1] ?? found[5] ?? '').toLowerCase()
  const given = Number(found[2])
  const isAfternoon = half === 'pm' || half === '下午'
  const hour = half === '' ? given : (given % 12) + (isAfternoon ? 12 : 0)
  return [hour, found[3], found[4] ?? 0].map((part) => String(part).padStart(2, '0')).join(':')
}
