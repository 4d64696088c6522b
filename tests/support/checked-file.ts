import { readXlsx } from 'hucre'
import type { startImports } from './imports.ts'
import { readTexts, temporaryFile } from './workbook.ts'

// Files that were checked and come back from the product, with what they hold.

type Api = Awaited<ReturnType<typeof startImports>>

/** Sends and checks a file, and downloads it with its errors, or its refused rows alone. */
export async function checkedFile(api: Api, content: string | Buffer, name: string, rows: 'all' | 'refused') {
  const { data: view } = await api.send(content, name)
  const plan = api.planOf(view)
  const checked = await api.check(view.id, plan)
  return { ...api, view, plan, checked, ...(await api.fetchFile(view.id, rows)) }
}

/** The part of a workbook's first sheet. */
export const FIRST_SHEET = 'xl/worksheets/sheet1.xml'

/** The displayed text of every cell of a workbook's first sheet, row by row. */
export function textsOf(content: Buffer): Promise<(string | undefined)[][]> {
  return readTexts(temporaryFile('back.xlsx', content))
}

/** The notes of a workbook's first sheet: the place as `row,column` from 0, and the text. */
export async function notesOf(content: Buffer): Promise<[place: string, text: string][]> {
  const book = await readXlsx(new Uint8Array(content))
  return [...(book.sheets[0]?.cells ?? [])].flatMap(([place, { comment }]): [string, string][] =>
    comment ? [[place, comment.text]] : [],
  )
}

/** The number formats of a workbook's styles. */
export function formatsOf(book: ReadonlyMap<string, string>): string[] {
  const styles = book.get('xl/styles.xml')?.split('<cellXfs')[1]?.split('</cellXfs>')[0] ?? ''
  return [...styles.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(([, format = '']) => format)
}
