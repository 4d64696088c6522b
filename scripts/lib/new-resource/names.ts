/** What a resource is called in the places where it is named. */
export type Names = {
  /** `exam-room`: its key, its controller, its files. */
  key: string
  /** `examRoom`: its table in code, its messages. */
  camel: string
  /** `ExamRoom`: its types and components. */
  pascal: string
  /** `exam_room`: its table in the database. */
  snake: string
  /** `examRooms`: its calls. */
  plural: string
  /** `exam room`, in sentences of comments. */
  words: string
  /** `an exam room`, in sentences of tests. */
  one: string
  /** The directory of the menu that it is in, which is also the directory of its route. */
  menu: string
  icon: string
  title: { 'zh-cn': string; en: string }
  titles: { 'zh-cn': string; en: string }
}

type Given = { key: string; menu: string; icon: string; zh?: string; en?: string }

export function namesOf({ key, menu, icon, zh, en }: Given): Names {
  const parts = key.split('-')
  const pascal = parts.map(capital).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const words = parts.join(' ')
  const english = en ?? capital(words)
  const title = { 'zh-cn': zh ?? english, en: english }
  return {
    key,
    camel,
    pascal,
    words,
    one: `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`,
    menu,
    icon,
    title,
    snake: parts.join('_'),
    plural: pluralOf(camel),
    titles: { 'zh-cn': title['zh-cn'], en: pluralOf(english) },
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
