/** What a resource is called in the places where it is named. */
export type ResourceNames = {
  /** `exam-room`: its key, its controller, its files. */
  key: string
  /** `examRoom`: its description and its calls in code, its menu title. */
  camel: string
  /** Its table in code: `examRoom`, where this is no word of the language or of a library. */
  table: string
  /** The first part of its messages' keys: `examRoom`, where no other part of the product has it. */
  texts: string
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
  /** The directory of the menu that it is in, which is also the directory of its route. Empty for the top. */
  menu: string
  /** `baseInfo/exam-room`: the path of its menu and of its page. */
  path: string
  icon: string
  title: { 'zh-cn': string; en: string }
  titles: { 'zh-cn': string; en: string }
}

type Given = { key: string; menu: string; icon: string; zh?: string; en?: string }

/** What a key of a resource looks like whose names in code can be made of it. */
export const KEY_IN_CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export function resourceNames({ key, menu, icon, zh, en }: Given): ResourceNames {
  const parts = key.split('-')
  const pascal = parts.map(capital).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const words = parts.join(' ')
  const english = en ?? capital(words)
  const title = { 'zh-cn': zh ?? english, en: english }
  return {
    key,
    camel,
    table: taken.has(camel) ? `${camel}Table` : camel,
    texts: camel,
    pascal,
    words,
    one: `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`,
    menu,
    path: menu === '' ? key : `${menu}/${key}`,
    icon,
    title,
    snake: parts.join('_'),
    plural: pluralOf(camel),
    titles: { 'zh-cn': title['zh-cn'], en: pluralOf(english) },
  }
}

/** ResourceNames that files of a resource cannot give to a table: reserved words, and what they import. */
const taken: ReadonlySet<string> = new Set(
  `account addOfficer addOrganizations areaRelation arguments asc async await bigint boolean break case catch char check
  class const continue crud customType date db debugger default delete desc do double else enum eq eval expect export
  extends false finally for foreignKey function id if implements import in index instanceof integer interface json jsonb
  key let line list m match new null number numeric object package private protected public real relation resource
  return rowOf smallint source sql static string super switch t test text this throw time timestamp true try type typeof
  undefined unique uuid var varchar void while with yield`.split(/\s+/),
)

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
