import { type NumberFormats, readFormats } from './number-formats.server.ts'
import { readSharedTexts, type SharedTexts } from './shared-texts.server.ts'
import { broken, SheetFault, tooLarge } from './sheet-fault.ts'
import { attributeOf, XmlScan } from './xml-scan.server.ts'
import { Package } from './zip-file.server.ts'

/** Maximum sheets of a workbook, and maximum relations of a part. A sheet may have 65,530 links. */
const MAX_SHEETS = 1_000
const MAX_RELATIONS = 100_000

/** A sheet of a workbook that has cells. */
export type SheetPart = { name: string; part: string; hidden: boolean }

/** An open workbook: the names of its sheets, and what their cells refer to. */
export type Workbook = {
  package: Package
  part: string
  sheets: readonly SheetPart[]
  formats: NumberFormats
  /** The texts that cells share. They are read when the first cell needs them, because they can be most of the file. */
  texts(): Promise<SharedTexts>
  close(): void
}

export type WorkbookRelation = { id: string; type: string; target: string; external: boolean }

/** Opens a workbook. @throws SheetFault */
export async function openWorkbook(file: string): Promise<Workbook> {
  const parts = await Package.open(file)
  try {
    const part = await workbookPart(parts)
    const relations = await relationsOf(parts, part)
    const { sheets, date1904 } = await readSheets(parts, part, relations)
    if (sheets.length === 0) throw new SheetFault({ name: 'noSheet' })
    const find = (type: string) => workbookPartOf(parts, relations, type)
    const styles = find('styles')
    const shared = find('sharedStrings')
    let texts: Promise<SharedTexts> | undefined
    return {
      package: parts,
      part,
      sheets,
      formats: await readFormats(styles ? await parts.text(styles) : '', date1904),
      texts: () => (texts ??= readSharedTexts(shared ? parts.pieces(shared) : none())),
      close: () => parts.close(),
    }
  } catch (error) {
    parts.close()
    throw error instanceof SheetFault ? error : broken()
  }
}

async function workbookPart(parts: Package): Promise<string> {
  const relations = await relationsOf(parts, '')
  const part = workbookPartOf(parts, relations, 'officeDocument') ?? parts.find('xl/workbook.xml')
  if (!part) throw await otherPackage(parts)
  if (part.endsWith('.bin')) throw otherFormat('binary')
  // Text documents and slides use the same package format.
  if (/^(word|ppt)\//.test(part)) throw new SheetFault({ name: 'notATable' })
  return part
}

/** The error for a package that contains no workbook. */
async function otherPackage(parts: Package): Promise<SheetFault> {
  const mime = parts.has('mimetype') ? await parts.text('mimetype') : ''
  if (mime.includes('opendocument.spreadsheet')) return otherFormat('openDocument')
  if (parts.has('Index/Document.iwa')) return otherFormat('numbers')
  return new SheetFault({ name: 'notATable' })
}

async function readSheets(parts: Package, part: string, relations: readonly WorkbookRelation[]) {
  const sheets: SheetPart[] = []
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  let date1904 = false
  const scan = new XmlScan({
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = isTrue(attributeOf(attributes, 'date1904'))
      if (name !== 'sheet') return
      const relation = byId.get(attributeOf(attributes, 'id') ?? '')
      const target = relation && /\/worksheet$/.test(relation.type) ? parts.find(relation.target) : undefined
      // Charts can have their own sheets, which have no cells.
      if (!target) return
      if (sheets.length === MAX_SHEETS) throw tooLarge()
      const state = attributeOf(attributes, 'state') ?? 'visible'
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', part: target, hidden: state !== 'visible' })
    },
  })
  scan.write(await parts.text(part))
  scan.end()
  return { sheets, date1904 }
}

/** The relationships of a part. Targets are paths from the package's root. */
export async function relationsOf(parts: Package, part: string): Promise<WorkbookRelation[]> {
  const name = parts.find(relationsPart(part))
  if (!name) return []
  const relations: WorkbookRelation[] = []
  const scan = new XmlScan({
    open(tag, attributes) {
      if (tag !== 'Relationship') return
      if (relations.length === MAX_RELATIONS) throw tooLarge()
      const external = attributeOf(attributes, 'TargetMode') === 'External'
      const target = attributeOf(attributes, 'Target') ?? ''
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: attributeOf(attributes, 'Type') ?? '',
        external,
        target: external ? target : absolute(part, target),
      })
    },
  })
  scan.write(await parts.text(name))
  scan.end()
  return relations
}

/** The relationships file of a part: `xl/workbook.xml` → `xl/_rels/workbook.xml.rels` */
export function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

/** Finds a part by type. Types are URLs that differ between the format's two editions; the last word is the same. */
export function workbookPartOf(
  parts: Package,
  relations: readonly WorkbookRelation[],
  type: string,
): string | undefined {
  const relation = relations.find((one) => !one.external && one.type.endsWith(`/${type}`))
  return relation && parts.find(relation.target)
}

function absolute(part: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : part.slice(0, part.lastIndexOf('/') + 1) + target
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

const otherFormat = (format: 'binary' | 'numbers' | 'openDocument') => new SheetFault({ name: 'otherFormat', format })

async function* none(): AsyncGenerator<string> {}
