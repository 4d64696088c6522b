/** A day, `2026-12-03`, as texts in a language say it: `December 3, 2026`, `2026年12月3日`. */
export function longDay(day: string, locale: 'zh-cn' | 'en'): string {
  const language = locale === 'en' ? 'en-US' : 'zh-CN'
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(`${day}T00:00:00Z`))
}
