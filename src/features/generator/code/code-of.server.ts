import { relationsIn } from '#src/features/resources/runtime-resource.server.ts'
import type { Description, Label } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { standardVerbs } from '#src/resource/registry.ts'
import type { Design } from '../design.schema.ts'
import { apiFileOf } from './api-code.server.ts'
import type { CodeTarget } from './code-target.server.ts'
import { describedBy, formTypeText } from './described-code.server.ts'
import { filesOf } from './files.server.ts'
import type { Kind } from './kind.server.ts'
import { messagesOf, resourceLines } from './lines.server.ts'
import { MessageBook, messageText } from './messages-code.server.ts'
import { migrationEnd } from './migration-code.server.ts'
import { type ResourceNames, resourceNames } from './names.server.ts'
import { withOrders } from './orders-code.server.ts'
import { codeText } from './source-text.server.ts'
import { foreignOnly, type TableCode, tableFileOf } from './table-code.server.ts'
import type { TableShape } from './table-shape.server.ts'
import { testFileOf } from './test-code.server.ts'

/** What the code of a screen depends on, besides its design. */
export type CodeFacts = {
  /** The table as the database has it. */
  shape: TableShape
  /** The resources that its relations point to, and those that these need, by key. */
  targets: ReadonlyMap<string, CodeTarget>
}

/** What an archive says of itself: `npm run new:resource -- --from` reads it. */
export type CodeManifest = {
  format: 1
  names: ResourceNames
  verbs: string
  tree: boolean
  table: string
  /** Resources whose code has to be there first. */
  needs: string[]
}

/**
 * The typed files of a generated screen, by path: those that people write for a resource, its messages, the end of its
 * migration, and what `npm run new:resource -- --from` needs to know. The formatter breaks their lines.
 */
export function codeOf(design: Design, facts: CodeFacts): Record<string, string> {
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  const stored = design.description as Description
  const names = namesFor(design)
  const { description, table } = withOrders(stored, tableCodeOf(design, stored, facts))
  const kind = kindOf(design, description, names, table, facts)
  const messages = (locale: 'zh-cn' | 'en') => json(messagesOf(names, kind, locale))
  const manifest: CodeManifest = {
    format: 1,
    names,
    verbs: kind.verbs,
    tree: kind.tree === true,
    table: design.tableName,
    needs: needsOf(description, facts),
  }
  return {
    ...filesOf(names, kind),
    'messages/zh-cn.json': messages('zh-cn'),
    'messages/en.json': messages('en'),
    'migration.sql': migrationEnd(names, design.tableName, facts.shape, foreignOnly(table)),
    'resource.json': json(manifest),
    'README.md': readMe(names, kind, manifest),
  }
}

function kindOf(
  { scopeField }: Design,
  description: Description,
  names: ResourceNames,
  table: TableCode,
  { targets }: CodeFacts,
): Kind {
  const book = new MessageBook(names.texts, ['title'])
  const { verbs = standardVerbs, synonyms = {}, tree, defaultOrder } = description
  const described = describedBy(description, book)
  const hasSynonyms = Object.keys(synonyms).length > 0
  const isWritten = verbs.some((verb) => verb === 'add' || verb === 'edit')
  return {
    verbs: standardVerbs.every((verb) => verbs.includes(verb)) ? 'standardVerbs' : codeText(verbs),
    table: () => tableFileOf(names, table),
    api: () => apiFileOf(names, { description, scopeField, hasSynonyms, table, targets }),
    test: () => testFileOf(names, { description, verbs, table, targets }),
    order: defaultOrder,
    described: () => described,
    ...(isWritten ? { form: () => formTypeText(names, description) } : {}),
    ...(tree ? { tree } : {}),
    more: () => (hasSynonyms ? synonymFile(names, description) : {}),
    texts: book.texts,
    recorded: () => [table.tableName],
  }
}

function namesFor({ description, icon }: Design): ResourceNames {
  const { key, menu: path, title } = description
  const cut = path.lastIndexOf('/')
  const made = resourceNames({
    key,
    menu: path.slice(0, Math.max(cut, 0)),
    icon: /^[\w :-]+$/.test(icon) ? icon : 'fa fa-table',
  })
  const both = (label: Label) => ({
    'zh-cn': messageText(labelText(label, 'zh-cn')),
    en: messageText(labelText(label, 'en')),
  })
  return { ...made, path, title: both(title), titles: both(pluralLabel(description)) }
}

function tableCodeOf(
  { tableName, columns }: Design,
  { fields }: Description,
  { shape, targets }: CodeFacts,
): TableCode {
  return {
    tableName,
    shape,
    fields,
    columns,
    placeOf: ({ table, target }) => {
      if (target !== 'id') return undefined
      return [...targets.values()].find((one) => one.tableName === table && one.places.table)?.places.table
    },
  }
}

function needsOf(description: Description, { targets }: CodeFacts): string[] {
  const keys = relationsIn(description).map(({ field }) => relationTarget(field)?.resource ?? '')
  const needed = keys.filter((key) => key !== description.key && targets.get(key)?.stored)
  return [...new Set(needed)].toSorted()
}

function synonymFile({ key, camel, pascal }: ResourceNames, { synonyms }: Description): Record<string, string> {
  return {
    [`src/features/${key}/${key}.synonyms.server.ts`]: `\
import type { Synonyms } from '#src/resource/description.ts'
import type { ${pascal}Row } from './${key}.table.server.ts'

/** Other titles that columns of a file may have. Only the server reads files, so browsers do not load them. */
export const ${camel}Synonyms = ${codeText(synonyms)} as const satisfies Synonyms<${pascal}Row>
`,
  }
}

function readMe(names: ResourceNames, kind: Kind, { table, needs }: CodeManifest): string {
  const first = needs.map(
    (key) => `- The code of \`${key}\` has to be there first: give both archives to the command.\n`,
  )
  return `\
# ${names.titles.en}

The code of the screen \`${names.key}\`, whose rows are in the table \`${table}\`. In a checkout of the product:

    npm run new:resource -- --from ${names.key}.zip

The command adds these files and formats them:

${Object.keys(filesOf(names, kind))
  .map((file) => `- \`${file}\`\n`)
  .join('')}
It adds a line to each of these, and the texts in \`messages\`:

${Object.keys(resourceLines(names, kind))
  .map((file) => `- \`${file}\`\n`)
  .join('')}
It makes the migration, whose end is \`migration.sql\`, and the route tree.

- Where the table is there already, the migration keeps it and its rows. It deletes the stored description, because the code takes its place. Menu, buttons and rights stay.
- Elsewhere it makes the table, and the menu comes at the next start.
${first.join('')}`
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
