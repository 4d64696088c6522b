import type { Kind } from './kind.server.ts'
import type { ResourceNames } from './names.server.ts'

/** Puts a line into a text, once. Undefined where its place is not found. */
type Put = (text: string) => string | undefined

/**
 * The lines by which the product learns of a resource, by file. Import order is the formatter's business.
 * @param top a menu whose directory is none of the product's goes to the top
 */
export function resourceLines(
  names: ResourceNames,
  { verbs, tree }: Pick<Kind, 'verbs' | 'tree'>,
  top = false,
): Record<string, Put> {
  const { key, camel, menu, path, icon, titles } = names
  const quoted = key === camel ? key : `'${key}'`
  return {
    'src/resource/registry.ts': unless(`  ${quoted}: { menu: `, (text) => {
      const line = `  ${quoted}: { menu: '${path}', verbs: ${verbs}${tree ? ', tree: true' : ''} },\n`
      // The first resource of a menu directory comes behind all others.
      const resources = /^ {2}\S+: \{ menu: '([^']*)[^\n]*\n/gm
      const beside = behindLast(resources, line, ([, path = '']) => path.startsWith(`${menu}/`))
      return beside(text) ?? behindLast(resources, line)(text)
    }),
    'src/features/rules/menu.seed.ts': unless(`screen('${key}', `, (text) => {
      const at = text.indexOf(`name: '${menu}',`)
      const line = `\n      screen('${key}', 'menu_${camel}', '${icon}'),`
      if (at >= 0) return before(text, text.indexOf('\n    ],', at), line)
      const menus = text.indexOf('export const adminMenu')
      return top && menus >= 0 ? before(text, text.indexOf('\n]', menus), line) : undefined
    }),
    // The title loads with the frame of the back office, and not with the first page of a visitor.
    'src/layout/frame-titles.ts': unless(
      `  pagesTitle_${camel}: `,
      behindLast(/^ {2}pagesTitle_\w+: [^\n]*\n/gm, `  pagesTitle_${camel}: m.pagesTitle_${camel},\n`),
    ),
    'docs/architecture.md': behindLast(
      /^- `src\/features\/[^\n]*\n/gm,
      `- \`src/features/${key}\`: ${titles.en.toLowerCase().replaceAll(/\s+/g, ' ')}\n`,
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

function before(text: string, at: number, line: string): string | undefined {
  return at < 0 ? undefined : text.slice(0, at) + line + text.slice(at)
}

function behindLast(pattern: RegExp, line: string, is: (found: RegExpExecArray) => boolean = () => true): Put {
  return (text) => {
    const last = [...text.matchAll(pattern)].filter(is).at(-1)
    if (!last) return undefined
    const end = last.index + last[0].length
    return text.slice(0, end) + line + text.slice(end)
  }
}

/** The texts of a resource in one language. */
export function messagesOf(
  { camel, texts, title, titles }: ResourceNames,
  kind: Pick<Kind, 'texts'>,
  locale: 'zh-cn' | 'en',
): Record<string, string> {
  return {
    [`${texts}_title`]: title[locale],
    ...Object.fromEntries(Object.entries(kind.texts[locale]).map(([field, text]) => [`${texts}_${field}`, text])),
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
