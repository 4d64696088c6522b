import type { Names } from './names.ts'

/** Puts a line into a text; nothing where its place is not found. */
type Put = (text: string) => string | undefined

/** The lines by which the product learns of a resource, by file. Import order is the formatter's business. */
export function linesOf(names: Names): Record<string, Put> {
  const { key, camel, menu, icon } = names
  const quoted = key === camel ? key : `'${key}'`
  return {
    'src/resource/registry.ts': behindLast(
      new RegExp(`^  \\S+: { menu: '${menu}/[^\\n]*\\n`, 'gm'),
      `  ${quoted}: { menu: '${menu}/${key}', verbs: standardVerbs },\n`,
    ),
    'src/features/rules/menu.seed.ts': (text) => {
      const at = text.indexOf(`name: '${menu}',`)
      const end = at < 0 ? -1 : text.indexOf('\n    ],', at)
      const line = `\n      screen('${key}', 'menu_${camel}', '${icon}'),`
      return end < 0 ? undefined : text.slice(0, end) + line + text.slice(end)
    },
    'src/layout/page-title.ts': behindLast(
      /^ {2}pagesTitle_\w+: [^\n]*\n/gm,
      `  pagesTitle_${camel}: m.pagesTitle_${camel},\n`,
    ),
    'src/features/resources.server.ts': (text) => {
      const entry = behindLast(/^ {2}\{ resource: [^\n]*\n/gm, `  { resource: ${camel}Resource, api: ${camel}Api },\n`)
      const added = entry(text)
      return added && `import { ${camel}Api, ${camel}Resource } from './${key}/${key}.api.server.ts'\n${added}`
    },
  }
}

function behindLast(pattern: RegExp, line: string): Put {
  return (text) => {
    const last = [...text.matchAll(pattern)].at(-1)
    if (!last) return undefined
    const end = last.index + last[0].length
    return text.slice(0, end) + line + text.slice(end)
  }
}

/** The texts of a resource in one language. */
export function messagesOf({ camel, title, titles }: Names, locale: 'zh-cn' | 'en'): Record<string, string> {
  const name = title[locale]
  const fields =
    locale === 'en'
      ? { code: 'Code', name: 'Name', note: 'Note', status: 'Status' }
      : { code: `${name}代码`, name: `${name}名称`, note: '备注', status: '状态' }
  return {
    [`${camel}_title`]: name,
    ...Object.fromEntries(Object.entries(fields).map(([field, text]) => [`${camel}_${field}`, text])),
    [`menu_${camel}`]: titles[locale],
    [`pagesTitle_${camel}`]: titles[locale],
  }
}

/** A table is recorded, and its rows are stamped, from its first row on. */
export function triggersOf({ snake }: Names): string {
  const line = (trigger: string) => `--> statement-breakpoint\nCREATE TRIGGER ${trigger};`
  return [
    line(`a_stamp BEFORE INSERT OR UPDATE ON ${snake} FOR EACH ROW EXECUTE FUNCTION stamp_row()`),
    line(`z_record AFTER INSERT OR UPDATE OR DELETE ON ${snake} FOR EACH ROW EXECUTE FUNCTION record_change()`),
  ].join('\n')
}
