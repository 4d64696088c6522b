import type { Kind } from './kind.ts'
import type { Names } from './names.ts'

/** Puts a line into a text, once. Undefined where its place is not found. */
type Put = (text: string) => string | undefined

/** The lines by which the product learns of a resource, by file. Import order is the formatter's business. */
export function linesOf(names: Names, { verbs }: Kind): Record<string, Put> {
  const { key, camel, menu, icon, titles } = names
  const quoted = key === camel ? key : `'${key}'`
  return {
    'src/resource/registry.ts': unless(
      `  ${quoted}: { menu: `,
      behindLast(
        new RegExp(`^  \\S+: { menu: '${menu}/[^\\n]*\\n`, 'gm'),
        `  ${quoted}: { menu: '${menu}/${key}', verbs: ${verbs} },\n`,
      ),
    ),
    'src/features/rules/menu.seed.ts': unless(`screen('${key}', `, (text) => {
      const at = text.indexOf(`name: '${menu}',`)
      const end = at < 0 ? -1 : text.indexOf('\n    ],', at)
      const line = `\n      screen('${key}', 'menu_${camel}', '${icon}'),`
      return end < 0 ? undefined : text.slice(0, end) + line + text.slice(end)
    }),
    'src/layout/page-title.ts': behindLast(
      /^ {2}pagesTitle_\w+: [^\n]*\n/gm,
      `  pagesTitle_${camel}: m.pagesTitle_${camel},\n`,
    ),
    'docs/architecture.md': behindLast(
      /^- `src\/features\/[^\n]*\n/gm,
      `- \`src/features/${key}\`: ${titles.en.toLowerCase()}\n`,
    ),
    'src/features/resources.server.ts': (text) => {
      const entry = behindLast(/^ {2}\{ resource: [^\n]*\n/gm, `  { resource: ${camel}Resource, api: ${camel}Api },\n`)
      const added = entry(text)
      return added && `import { ${camel}Api, ${camel}Resource } from './${key}/${key}.api.server.ts'\n${added}`
    },
  }
}

/** Leaves a text as it is that has this part already. */
function unless(part: string, put: Put): Put {
  return (text) => (text.includes(part) ? text : put(text))
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
export function messagesOf(
  { camel, title, titles }: Names,
  kind: Kind,
  locale: 'zh-cn' | 'en',
): Record<string, string> {
  return {
    [`${camel}_title`]: title[locale],
    ...Object.fromEntries(Object.entries(kind.texts[locale]).map(([field, text]) => [`${camel}_${field}`, text])),
    [`menu_${camel}`]: titles[locale],
    [`pagesTitle_${camel}`]: titles[locale],
  }
}

/** A recorded table stamps and records its rows from its first row on. */
export function triggersOf(tables: readonly string[]): string {
  const line = (trigger: string) => `--> statement-breakpoint\nCREATE TRIGGER ${trigger};`
  return tables
    .flatMap((table) => [
      line(`a_stamp BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION stamp_row()`),
      line(`z_record AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION record_change()`),
    ])
    .join('\n')
}
