import type { WorkbookKind } from './file-facts.ts'
import type { Workbook } from './workbook.server.ts'
import { attributeOf, XmlScan } from './xml-scan.server.ts'

/**
 * What a workbook says of itself, by the last words of its content type. Programs refuse a file whose name says another
 * kind.
 */
const KINDS: readonly (readonly [ending: string, kind: WorkbookKind])[] = [
  ['sheet.macroenabled.main+xml', 'xlsm'],
  ['template.macroenabled.main+xml', 'xltm'],
  ['template.main+xml', 'xltx'],
]

/** The kind of a workbook: with macros, a template, both or none. The name of the file does not matter. */
export async function workbookKind({ package: parts, part }: Workbook): Promise<WorkbookKind> {
  const types = parts.find('[Content_Types].xml')
  let type = ''
  const scan = new XmlScan({
    open(name, attributes) {
      const named =
        name === 'Override' && attributeOf(attributes, 'PartName')?.toLowerCase() === `/${part}`.toLowerCase()
      if (named) type = attributeOf(attributes, 'ContentType')?.toLowerCase() ?? ''
    },
  })
  try {
    if (types) scan.write(await parts.text(types))
  } catch {
    // A workbook can be read without this list.
  }
  return KINDS.find(([ending]) => type.endsWith(ending))?.[1] ?? 'xlsx'
}
