import { globSync, readFileSync } from 'node:fs'
import type { ResourceNames } from '#src/features/generator/code/names.server.ts'

/** The file that defines the table of a resource already. Undefined when there is none. */
export function tableFile({ camel, snake }: ResourceNames): string | undefined {
  const defined = new RegExp(`export const ${camel} = pgTable\\(\\s*'${snake}'`)
  return globSync('src/**/*.table.server.ts').find((file) => defined.test(readFileSync(file, 'utf8')))
}

/** The files of a resource whose table is there already. The type of its rows is beside the type of its form. */
export function withoutTable(files: Record<string, string>, { key, camel, pascal }: ResourceNames, stored: string) {
  const own = `./${key}.table.server.ts`
  const [made = '', row = ''] = [own.slice(2), `${pascal}Row`]
  const rowType = new RegExp(`\\n(?:/\\*\\*[^\\n]*\\n)?export type ${row} = [^\\n]*\\n`)
  const kept = Object.entries(files).filter(([file]) => !file.endsWith(`/${made}`))
  const [, table = ''] = Object.entries(files).find(([file]) => file.endsWith(`/${made}`)) ?? []
  return Object.fromEntries(
    kept.map(([file, text]) => [
      file,
      text
        .replace(
          `import type { ${row} } from '${own}'\n`,
          file.endsWith('.schema.ts')
            ? `import type { ${camel} } from '#${stored}'\n${rowType.exec(table)?.[0] ?? ''}`
            : '',
        )
        .replace(`type ${pascal}Form }`, file.endsWith('.page.tsx') ? `type ${pascal}Form, type ${row} }` : '$&')
        .replace(`from '${own}'`, `from '#${stored}'`)
        .replace(`from '#src/features/${key}/${made}'`, `from '#${stored}'`),
    ]),
  )
}
